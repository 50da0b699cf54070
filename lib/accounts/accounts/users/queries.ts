import "server-only";
import { listFactors, type Factor } from "../service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { USERS_PER_PAGE, type UserQuery } from "./rules";
import { databaseError, orThrow } from "../../../platform/supabase/or-throw";

/** One page of accounts for user managers, and the total count. */
export async function listUsers({ q, role, status, page }: UserQuery) {
  const data = orThrow(
    await (
      await createSessionClient()
    ).rpc("list_accounts", { typed: q, of_role: role, of_status: status, page, per: USERS_PER_PAGE }),
  );
  return { users: data, total: data[0]?.total ?? 0 };
}

export type User = Awaited<ReturnType<typeof listUsers>>["users"][number];

/** One account by its id; null when it does not exist or the caller may not see it. */
export async function findUser(id: string): Promise<User | null> {
  const data = orThrow(await (await createSessionClient()).rpc("list_accounts", { typed: id, per: 1 }));
  return data[0]?.id === id ? data[0] : null;
}

/** Second factors of an account below the caller's rank; null for another account or when the auth server fails. */
export async function listSecondFactors({ id, is_manageable }: User): Promise<Factor[] | null> {
  return is_manageable ? listFactors(id) : null;
}

/** Changes of roles, permissions and blocks of an account, or of the permission matrix, newest first. */
export async function listAccessHistory(entity: "profiles" | "role_permissions", id?: string) {
  return orThrow(await (await createSessionClient()).rpc("access_history", { of_entity: entity, of_id: id }));
}

/** Current permissions of each role, and the description of each permission. */
export async function getPermissionMatrix() {
  const client = await createSessionClient();
  const [definitions, rows] = await Promise.all([
    client.from("permission_definitions").select("key, area, label, description").order("area").order("key"),
    client.from("role_permissions").select("role, permission_key"),
  ]);
  if (definitions.error) throw databaseError(definitions.error);
  if (rows.error) throw databaseError(rows.error);
  return {
    definitions: definitions.data,
    held: new Set(rows.data.map(({ role, permission_key }) => `${role}/${permission_key}`)),
  };
}
