import "server-only";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { guardOf } from "../paths";
import { decideAccess } from "./access";
import { currentSession, type Account } from "./account";

/** Access check of a page: returns the account or redirects to the sign-in page of the specification. */
export async function requireAccount(path: string): Promise<Account> {
  const { account, state } = await currentSession();
  const guard = guardOf(path) ?? { login: "/login", roles: null };
  const access = decideAccess(guard, account, await getLocale(), path, state);
  if (!access.allowed) redirect(access.redirectTo);
  return account!;
}
