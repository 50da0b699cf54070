import "server-only";
import { AppError } from "@/lib/platform/error";
import { createSessionClient } from "@/lib/platform/supabase/session";
import type { Permission, Role } from "@/lib/platform/auth/permissions";
import { mergeResultSchema, type MergeResult } from "./schema";
import { databaseError } from "../../../platform/supabase/or-throw";
import { savedOrGone } from "../../../platform/outcome-schema";

/** Throws the refusal of the database; 42501: the rank of the account or the permission is too high for the caller. */
function refuse(error: { code: string; message: string }): never {
  if (error.code === "42501") throw new AppError("access.permission", { detail: error.message });
  if (error.code === "28000") throw new AppError("auth.proofRequired");
  if (error.code === "22023") throw new AppError("input.invalid", { detail: error.message });
  throw databaseError(error);
}

export async function changeRole(change: {
  account: string;
  role: Role;
  permissions: readonly string[];
  reason: string;
}): Promise<void> {
  const { account, role, permissions, reason } = change;
  const { error } = await (
    await createSessionClient()
  ).rpc("set_account_role", { account, new_role: role, new_permissions: [...permissions], reason });
  if (error) refuse(error);
}

/** Blocking also ends every session, so that open tabs are refused at their next request. */
export async function changeBlock(account: string, isBlocked: boolean, reason: string): Promise<void> {
  const { error } = await (
    await createSessionClient()
  ).rpc("set_account_blocked", { account, is_blocked: isBlocked, reason });
  if (error) refuse(error);
}

/** Ends all sessions of an account; returns how many were open. */
export async function endSessions(account: string): Promise<number> {
  const { data, error } = await (await createSessionClient()).rpc("end_sessions", { account });
  if (error) refuse(error);
  return data;
}

/** Ends one session of an account below the caller's rank, or one of the caller's own; `gone` when it had already ended. */
export async function endSession(session: string) {
  const { data, error } = await (await createSessionClient()).rpc("end_session", { session });
  if (error) refuse(error);
  return savedOrGone.parse(data);
}

/** Erases an account in one database transaction, confirmed by its e-mail address; throws when not allowed. */
export async function deleteAccount(account: string, email: string): Promise<void> {
  const { error } = await (await createSessionClient()).rpc("delete_account", { account, typed_email: email });
  if (error) refuse(error);
}

/** Checks that the second factors may be removed, ends the sessions and writes the audit entry; throws when not allowed. */
export async function prepareFactorReset(account: string, reason: string): Promise<void> {
  const { error } = await (await createSessionClient()).rpc("reset_mfa", { account, reason });
  if (error) refuse(error);
}

/** Moves all data of an account to the one with another e-mail address; without `sure` it is a dry run. */
export async function mergeAccounts(merge: {
  account: string;
  targetEmail: string;
  sure?: { email: string; reason: string };
}): Promise<MergeResult> {
  const { account, targetEmail, sure } = merge;
  const args = {
    source: account,
    target_email: targetEmail,
    typed_email: sure?.email ?? "",
    reason: sure?.reason ?? "",
    dry_run: !sure,
  };
  const { data, error } = await (await createSessionClient()).rpc("merge_accounts", args);
  if (error) refuse(error);
  return mergeResultSchema.parse(data);
}

/** Replaces the permissions of a role. */
export async function changeRolePermissions(role: Role, permissions: readonly Permission[]): Promise<void> {
  const client = await createSessionClient();
  const { data, error } = await client.from("role_permissions").select("permission_key").eq("role", role);
  if (error) refuse(error);
  const granted = data.map(({ permission_key }) => permission_key);
  const added = permissions.filter((key) => !granted.includes(key));
  const removed = granted.filter((key) => !permissions.some((granted) => granted === key));
  if (added.length > 0) {
    const answer = await client
      .from("role_permissions")
      .insert(added.map((permission_key) => ({ role, permission_key })));
    if (answer.error) refuse(answer.error);
  }
  if (removed.length > 0) {
    const answer = await client
      .from("role_permissions")
      .delete()
      .eq("role", role)
      .in("permission_key", removed)
      .select("permission_key");
    if (answer.error) refuse(answer.error);
    if (answer.data.length < removed.length) throw new AppError("access.permission");
  }
}
