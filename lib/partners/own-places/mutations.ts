import "server-only";
import { randomUUID } from "node:crypto";
import type { PlaceContact } from "../../guide/services/schema";
import { tokenHash } from "../../platform/links/queries";
import { callerLocale } from "../../platform/caller-locale";
import { AppError } from "../../platform/error";
import { asJson } from "../../platform/supabase/json";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { staffInvitationToken } from "./queries";
import { changedValues, pinText } from "./rules";
import * as schema from "./schema";
import type { z } from "zod";
import { savedOrGone } from "../../platform/outcome-schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
type Service = ReturnType<typeof createServiceClient>;

/** Counts one tap on a contact link of a published place; those of other places are ignored. */
export async function countPlaceContact(client: Service, { service, kind }: PlaceContact): Promise<void> {
  const answer = await client.rpc("count_place_contact", { service, kind });
  savedOrGone.parse(orThrow(answer));
}

const REFUSALS: ErrorCodes = { "42501": "access.permission" };

/** Attributes as the database stores them; other known keys of the place are kept. */
function attributesFrom({ attributes, makes }: Pick<schema.DirectInput, "attributes" | "makes">) {
  return {
    ...Object.fromEntries(attributes.map((name) => [name, true])),
    ...(makes.length > 0 && { makes }),
  };
}

/** The stored form of attributes, without those that are false. */
function trueAttributes(value: unknown): unknown {
  if (value === null || typeof value !== "object") return {};
  return Object.fromEntries(Object.entries(value).filter(([, content]) => content !== false));
}

/** Saves the changed fields of a place at once; a conflict returns what is saved now. */
export async function savePlace(client: Client, input: schema.DirectInput) {
  const { service, expected_version, before, phone, whatsapp, website, instagram, hours } = input;
  const values = { phone, whatsapp, website, instagram, opening_hours: hours, attributes: attributesFrom(input) };
  const known = { ...before, attributes: trueAttributes(before.attributes) };
  const payload = asJson(changedValues(known, values));
  return schema.savedSchema.parse(
    orThrow(await client.rpc("save_own_place", { service, expected_version, payload }), REFUSALS),
  );
}

/** Proposes a change that the team decides about. */
export async function proposeChange(
  client: Client,
  input: schema.ModeratedInput,
): Promise<z.output<typeof schema.proposedSchema>> {
  const { service, replaces, before, pin, photos, gallery, ...texts } = input;
  const moved = pin && before.pin !== pinText(pin) ? { lat: pin.lat, lng: pin.lng } : {};
  const payload = {
    ...changedValues(before, { ...texts, gallery }),
    ...moved,
  };
  if (Object.keys(payload).length === 0) return { outcome: "refused", field: null, reason: "unchanged" };
  const given = asJson(payload.gallery ? { ...payload, photos } : payload);
  const locale = await callerLocale();
  return schema.proposedSchema.parse(
    orThrow(
      await client.rpc("propose_place_change", { service, replaces: replaces as string, payload: given, locale }),
      REFUSALS,
    ),
  );
}

export async function withdrawChange(client: Client, application: string) {
  return savedOrGone.parse(orThrow(await client.rpc("withdraw_place_change", { application }), REFUSALS));
}

/** Mails a link to a person who joins the staff; the token is derived again when the mail is sent. */
export async function inviteStaff(client: Client, service: string, email: string) {
  const invitation = randomUUID();
  const token_hash = tokenHash(staffInvitationToken(invitation));
  return schema.invitedSchema.parse(
    orThrow(await client.rpc("invite_place_staff", { service, email, invitation, token_hash }), REFUSALS),
  );
}

export async function revokeInvitation(client: Client, invitation: string): Promise<void> {
  savedOrGone.parse(orThrow(await client.rpc("revoke_place_invitation", { invitation }), REFUSALS));
}

/** The signed-in account joins the staff; returns the place. */
export async function acceptInvitation(client: Client, token: string): Promise<string> {
  const answer = schema.joinedSchema.parse(orThrow(await client.rpc("accept_place_invitation", { token }), REFUSALS));
  if (answer.outcome !== "saved") throw new AppError("link.expired");
  return answer.service_id;
}

export async function leavePlace(client: Client, service: string): Promise<void> {
  savedOrGone.parse(orThrow(await client.rpc("leave_place", { service }), REFUSALS));
}

export async function removeMember(client: Client, service: string, account: string): Promise<void> {
  savedOrGone.parse(orThrow(await client.rpc("remove_place_member", { service, account }), REFUSALS));
}

/** A service manager gives an account with a confirmed address access to a place. */
export async function setMember(client: Client, service: string, email: string, role: string): Promise<void> {
  const { outcome } = savedOrGone.parse(
    orThrow(await client.rpc("set_place_member", { service, email, role }), REFUSALS),
  );
  if (outcome === "gone") throw new AppError("club.noAccount");
}
