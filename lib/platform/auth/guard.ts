import "server-only";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { AppError } from "../error";
import { DEFAULT_LOCALE } from "../i18n/routing";
import { guardOf } from "../paths";
import { reportError } from "../report";
import { decideAccess } from "./access";
import { currentAccount, currentSession, type Account } from "./account";

/** Access check of a page: returns the account or redirects to the sign-in page of the specification. */
export async function requireAccount(path: string): Promise<Account> {
  const { account, state } = await currentSession();
  const guard = guardOf(path) ?? { login: "/login", roles: null };
  const access = decideAccess(guard, account, await getLocale(), path, state);
  if (!access.allowed) redirect(access.redirectTo);
  return account!;
}

/** Access check of a route handler: returns the account or an error response. */
export async function admitAccount(may: (account: Account) => boolean): Promise<Account | Response> {
  try {
    const account = await currentAccount();
    if (!account) return new Response(null, { status: 401 });
    return may(account) ? account : new Response(null, { status: 403 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    reportError("guard", error);
    const t = await getTranslations({ locale: DEFAULT_LOCALE, namespace: "platform/errors" });
    return Response.json(
      { code: error.code, message: t("service.unavailable.description") },
      { status: 503, headers: { "cache-control": "no-store" } },
    );
  }
}
