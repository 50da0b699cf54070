import "server-only";
import { deriveToken } from "../../platform/links/queries";
import { isLinkToken } from "../../platform/links/rules";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { invitationPageSchema, ownPlaceSchema, peopleSchema, visitsSchema, type OwnPlace } from "./schema";

/** Token of the link of an invitation; the database stores its hash only. */
export const staffInvitationToken = (invitation: string): string => deriveToken("place", invitation, 1);

/** Places that the signed-in account owns or works for, by name. */
export async function listOwnPlaces() {
  return orThrow(await (await createSessionClient()).rpc("list_own_places"));
}
export type ListedPlace = Awaited<ReturnType<typeof listOwnPlaces>>[number];

/** A place for those who run it; null for everybody else. */
export async function getOwnPlace(service: string): Promise<OwnPlace | null> {
  const data = orThrow(await (await createSessionClient()).rpc("read_own_place", { service }));
  return data === null ? null : ownPlaceSchema.parse(data);
}

/** Views of the public page of an own place. */
export async function getVisits(service: string) {
  return visitsSchema.parse(orThrow(await (await createSessionClient()).rpc("place_visits", { service })));
}

/** Who runs a place and the open invitations, for its owners and the team. */
export async function getPeople(service: string) {
  return peopleSchema.parse(orThrow(await (await createSessionClient()).rpc("place_people", { service })));
}

/** What an invitation is for; null for an unknown link. */
export async function getInvitation(token: string) {
  if (!isLinkToken(token)) return null;
  const data = orThrow(await (await createSessionClient()).rpc("read_place_invitation", { token }));
  return data === null ? null : invitationPageSchema.parse(data);
}
