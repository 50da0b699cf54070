import { undoReading } from "@/lib/events/gate/mutations";
import { MAX_GATE_BODY_BYTES, undoBodySchema } from "@/lib/events/gate/schema";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { answerGate } from "../gate-answer";

/** Undoes the entry of a reading within some minutes. */
export function POST(request: Request): Promise<Response> {
  return answerGate(request, async (caller) => {
    requireSameOrigin(request);
    const body = undoBodySchema.safeParse(await readJson(request, MAX_GATE_BODY_BYTES));
    if (!body.success) throw new AppError("input.invalid");
    return { done: await undoReading(caller, body.data.nonce) };
  });
}
