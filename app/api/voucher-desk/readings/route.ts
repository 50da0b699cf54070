import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { recordRedemptions } from "@/lib/partners/desk/mutations";
import { MAX_REDEMPTIONS_BYTES, redemptionsBodySchema } from "@/lib/partners/desk/schema";
import { answerDesk } from "../desk-answer";

/** Redeems vouchers; a reading that was sent before is answered again. */
export function POST(request: Request): Promise<Response> {
  return answerDesk(request, async (caller) => {
    requireSameOrigin(request);
    const body = redemptionsBodySchema.safeParse(await readJson(request, MAX_REDEMPTIONS_BYTES));
    if (!body.success) throw new AppError("input.invalid");
    return recordRedemptions(caller, body.data);
  });
}
