import { signEventCode } from "@/lib/events/codes/service";
import type { OwnRegistration } from "@/lib/events/registrations/queries";
import { qrImage } from "../../../(plain)/pix-payments";

/** Entrance codes as images, by registration: of confirmed registrations whose event is not over. */
export async function entranceCodes(registrations: readonly OwnRegistration[]): Promise<Record<string, string>> {
  const valid = registrations.filter(
    ({ status, event }) => status === "confirmed" && event !== null && Date.parse(event.ends_at) > Date.now(),
  );
  const codes = valid.map(async ({ id, event_id: eventId, badge_version: badgeVersion }) => {
    return [id, await qrImage(await signEventCode({ registrationId: id, eventId, badgeVersion }))] as const;
  });
  return Object.fromEntries(await Promise.all(codes));
}
