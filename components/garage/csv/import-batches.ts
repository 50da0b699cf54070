import type { Numbered as NumberedContent } from "@/lib/garage/csv/entries/rules";
import type { EntryContent, SaveEntry } from "@/lib/garage/entries/schema";
import type { EntryBatchAnswer } from "@/lib/garage/entries/schema";
import { outcomeKey } from "@/lib/platform/outcome";

const BATCH = 50;
const TIMEOUT_MS = 60_000;

/** Why the server does not take a line. */
export const REFUSALS = ["in_future", "limit", "forbidden", "gone", "conflict", "invalid"] as const;
type Refusal = (typeof REFUSALS)[number];
export type ImportResult = { saved: number; refused: { number: number; reason: Refusal }[] };
export type Numbered = { number: number; save: SaveEntry };

/** An id made from the car and the content, so that a file that is imported twice stores its entries once. */
async function idOf(vehicle: string, content: EntryContent, repeated: number): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([vehicle, content, repeated]));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The entries of a file as saves of a car. */
export async function savesOf(entries: readonly NumberedContent[], vehicle: string): Promise<Numbered[]> {
  const saves: Numbered[] = [];
  const seen = new Map<string, number>();
  for (const { number, content } of entries) {
    const key = JSON.stringify(content);
    const repeated = seen.get(key) ?? 0;
    seen.set(key, repeated + 1);
    saves.push({
      number,
      save: { id: await idOf(vehicle, content, repeated), vehicle, expected_version: null, content },
    });
  }
  return saves;
}

/** Sends the entries in batches; throws when the connection or the session is lost, and can then be started again. */
export async function sendSaves(
  saves: readonly Numbered[],
  owner: string,
  onProgress: (done: number) => void,
): Promise<ImportResult> {
  const refused: ImportResult["refused"] = [];
  for (let at = 0; at < saves.length; at += BATCH) {
    const batch = saves.slice(at, at + BATCH);
    const response = await fetch("/api/vehicle-entries", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ owner, entries: batch.map(({ save }) => save) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(String(response.status));
    const { answers } = (await response.json()) as EntryBatchAnswer;
    const keys = new Map(answers.map((answer) => [answer.id, outcomeKey(answer)]));
    for (const { number, save } of batch) {
      const key = keys.get(save.id);
      if (key !== "saved") refused.push({ number, reason: REFUSALS.find((one) => one === key) ?? "invalid" });
    }
    onProgress(at + batch.length);
  }
  return { saved: saves.length - refused.length, refused };
}
