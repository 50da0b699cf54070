import { recordReadings } from "@/lib/events/gate/mutations";
import { MAX_READINGS_BYTES, readingsBodySchema } from "@/lib/events/gate/schema";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { answerGate } from "../gate-answer";

/** Stores readings; a reading that was sent before is answered again. */
export function POST(request: Request): Promise<Response> {
  return answerGate(request, async (caller) => {
    requireSameOrigin(request);
    const body = readingsBodySchema.safeParse(await readJson(request, MAX_READINGS_BYTES));
    if (!body.success) throw new AppError("input.invalid");
    return recordReadings(caller, body.data);
  });
}
