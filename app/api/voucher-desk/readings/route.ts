import { jsonBody } from "@/lib/platform/body";
import { deviceHandler } from "@/lib/platform/handler";
import { recordRedemptions } from "@/lib/partners/desk/mutations";
import { MAX_REDEMPTIONS_BYTES, redemptionsBodySchema } from "@/lib/partners/desk/schema";
import { DESK } from "../desk-access";

/** Redeems vouchers; a reading that was sent before is answered again. */
export const POST = deviceHandler(DESK, { body: jsonBody(redemptionsBodySchema, MAX_REDEMPTIONS_BYTES) }, (caller) =>
  recordRedemptions(caller, caller.body),
);
