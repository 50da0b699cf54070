import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { unlockDevice } from "@/lib/partners/desk/mutations";
import { readDesk } from "@/lib/partners/desk/queries";
import { MAX_PIN_BYTES, unlockBodySchema } from "@/lib/partners/desk/schema";
import { answerDesk } from "../desk-answer";

/** Unlocks an enrolled device with the PIN of its place. */
export function POST(request: Request): Promise<Response> {
  return answerDesk(request, async (caller) => {
    requireSameOrigin(request);
    const body = unlockBodySchema.safeParse(await readJson(request, MAX_PIN_BYTES));
    if (!body.success) throw new AppError("input.invalid");
    if (!caller.token) throw new AppError("access.permission");
    const desk = await readDesk(caller);
    if (!desk) return null;
    const device = { token: caller.token, serviceId: desk.place.id, pin: body.data.pin };
    return unlockDevice(createServiceClient(), device, caller.address);
  });
}
