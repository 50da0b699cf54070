import "server-only";
import { AppError } from "../error";
import { currentAccount, type Account } from "./account";
import { hasPermission, type Permission } from "./permissions";
import { hasRecentProof } from "./proof";

/** The account of the current request; throws `auth.required` without one. */
export async function requireSignedIn(): Promise<Account> {
  const account = await currentAccount();
  if (!account) throw new AppError("auth.required");
  return account;
}

/** Throws `access.permission` unless the account has one of the permissions. */
export function requirePermission(account: Account, ...permissions: readonly Permission[]): void {
  if (!permissions.some((permission) => hasPermission(account, permission))) throw new AppError("access.permission");
}

/** Throws `auth.proofRequired` unless the caller passed an identity check in the last 10 minutes; the database checks it again. */
export async function requireRecentProof(): Promise<void> {
  if (!(await hasRecentProof())) throw new AppError("auth.proofRequired");
}
