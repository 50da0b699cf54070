import { outcomeKey } from "../../lib/platform/outcome";

type Answer = Parameters<typeof outcomeKey>[0];

export const SAVED = { outcome: "saved" };
export const GONE = { outcome: "gone" };
export const refused = (reason: string, field: string | null = null) => ({ outcome: "refused", field, reason });

/** `saved`, `conflict`, `gone` or the reason of a refusal: the outcome in the column `answer` of the only row. */
export async function keyOf(query: PromiseLike<readonly object[]>): Promise<string> {
  const [row] = (await query) as readonly { answer: Answer }[];
  return outcomeKey(row!.answer) ?? "";
}
