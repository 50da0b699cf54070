import "server-only";
import { deriveToken } from "../../platform/links/queries";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { invitationState, type MemberRole } from "./rules";
import { invitationSchema, membersSchema, sharedVehiclesSchema, sharingToken, type Invitation } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** The token is derived from the id, so that the queue of mails stores the id only. */
export const invitationToken = (id: string): string => deriveToken("vehicle_invitation", id, 1);

/** Members of an own car, the earliest first; empty for any other car. */
export async function listMembers(client: SessionClient, vehicle: string) {
  return membersSchema.parse(orThrow(await client.rpc("list_vehicle_members", { vehicle })));
}

const MAX_LISTED = 30;

/** Open and expired invitations to an own car, the newest first. */
export async function listInvitations(client: SessionClient, vehicle: string, now: number) {
  const rows = orThrow(
    await client
      .from("vehicle_invitations")
      .select("id, email, role, expires_at, accepted_at, revoked_at")
      .eq("vehicle_id", vehicle)
      .is("accepted_at", null)
      .is("revoked_at", null)
      .order("created_at", { ascending: false })
      .order("id")
      .limit(MAX_LISTED),
  );
  return rows.map((row) => ({ ...row, role: row.role as MemberRole, state: invitationState(row, now) }));
}

/** What an invitation offers; null for a token that does not exist. */
export async function getInvitation(token: string): Promise<Invitation | null> {
  if (!sharingToken.safeParse(token).success) return null;
  const client = await createSessionClient();
  return invitationSchema.nullable().parse(orThrow(await client.rpc("read_vehicle_invitation", { token })));
}

/** Names of the owners of the cars that others share with the account, by car. */
export async function listOwnerNames(client: SessionClient): Promise<ReadonlyMap<string, string>> {
  const shared = sharedVehiclesSchema.parse(orThrow(await client.rpc("list_shared_vehicles")));
  return new Map(shared.map(({ vehicle_id, owner }) => [vehicle_id, owner]));
}
