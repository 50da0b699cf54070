import "server-only";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { guardOf } from "../paths";
import { decideAccess } from "./access";
import { currentAccount, type Account } from "./account";

/** The guard of a page: returns the account that may see `path` or leaves for the door the specification names. */
export async function requireAccount(path: string): Promise<Account> {
  const account = await currentAccount();
  const guard = guardOf(path) ?? { login: "/login", roles: null };
  const access = decideAccess(guard, account, await getLocale(), path);
  if (!access.allowed) redirect(access.redirectTo);
  return account!;
}
