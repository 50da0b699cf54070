import { jsonBody } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { deviceHandler } from "@/lib/platform/handler";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { unlockDevice } from "@/lib/partners/desk/mutations";
import { readDesk } from "@/lib/partners/desk/queries";
import { MAX_PIN_BYTES, unlockBodySchema } from "@/lib/partners/desk/schema";
import { DESK } from "../desk-access";

/** Unlocks an enrolled device with the PIN of its place. */
export const POST = deviceHandler(DESK, { body: jsonBody(unlockBodySchema, MAX_PIN_BYTES) }, async (caller) => {
  if (!caller.token) throw new AppError("access.permission");
  const desk = await readDesk(caller);
  if (!desk) return null;
  const device = { token: caller.token, serviceId: desk.place.id, pin: caller.body.pin };
  return unlockDevice(createServiceClient(), device, caller.address);
});
