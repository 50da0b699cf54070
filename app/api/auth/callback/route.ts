import type { NextRequest } from "next/server";
import { admitIdentity, setFlash, openSession } from "@/lib/accounts/accounts/mutations";
import { oauthRefusal, pathOfReturn, secondFactorPath, withNext } from "@/lib/accounts/accounts/rules";
import { mailSignInLink } from "@/lib/accounts/accounts/service";
import { isSecondFactorDue } from "@/lib/platform/auth/access";
import { loadSession } from "@/lib/platform/auth/account";
import { env } from "@/lib/platform/env";
import { localePath, splitPath } from "@/lib/platform/i18n/routing";
import { reportError } from "@/lib/platform/report";
import { createSessionClient } from "@/lib/platform/supabase/session";

export const dynamic = "force-dynamic";

const PROVIDER = "google";

/** OAuth callback; `decideIdentity` decides whether an account with an unconfirmed address may sign in this way. */
export async function GET(request: NextRequest): Promise<Response> {
  const query = request.nextUrl.searchParams;
  const next = pathOfReturn(query.get("next") ?? undefined, env.NEXT_PUBLIC_SITE_URL) ?? "/painel";
  const { locale } = splitPath(next);
  const login = withNext(localePath(locale, "/login"), next);
  const code = query.get("code");
  if (!code) return refused(login, query);
  try {
    const client = await createSessionClient();
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    if (error) throw error;
    if ((await admitIdentity(client, data.user, PROVIDER)) === "admitted") {
      if (isSecondFactorDue((await loadSession(client)).state))
        return seeOther(secondFactorPath({ locale, next, area: "traveller" }));
      return seeOther(await openSession(client, { area: "traveller", next, locale }));
    }
    await setFlash("login.identityNotLinked");
    if (data.user.email) await mailSignInLink(data.user.email, new URL(next, env.NEXT_PUBLIC_SITE_URL).href);
    return seeOther(login);
  } catch (error) {
    reportError("oauth callback", error);
    return seeOther(`${login}&oauth=failed`);
  }
}

/** Redirects to the sign-in page with the reason why the auth server opened no session. */
async function refused(login: string, query: URLSearchParams): Promise<Response> {
  const refusal = oauthRefusal({
    error: query.get("error"),
    code: query.get("error_code"),
    description: query.get("error_description"),
  });
  if (refusal !== "notLinked") return seeOther(`${login}&oauth=${refusal}`);
  await setFlash("login.identityNotLinked");
  return seeOther(login);
}

/** A relative address keeps the host that the browser used. */
function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "private, no-store" } });
}
