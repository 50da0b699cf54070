import { addWalkIn } from "@/lib/events/gate/mutations";
import { MAX_GATE_BODY_BYTES, walkInBodySchema } from "@/lib/events/gate/schema";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { answerGate } from "../gate-answer";

/** Registers a person at the gate and lets them in; `full` when no place is left. */
export function POST(request: Request): Promise<Response> {
  return answerGate(request, async (caller) => {
    requireSameOrigin(request);
    const body = walkInBodySchema.safeParse(await readJson(request, MAX_GATE_BODY_BYTES));
    if (!body.success) throw new AppError("input.invalid");
    return addWalkIn(caller, body.data);
  });
}
