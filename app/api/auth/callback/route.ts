import { admitIdentity, setFlash, openSession } from "@/lib/accounts/accounts/mutations";
import { oauthRefusal, pathOfReturn, secondFactorPath, withNext } from "@/lib/accounts/accounts/rules";
import { mailSignInLink } from "@/lib/accounts/accounts/service";
import { isSecondFactorDue } from "@/lib/platform/auth/access";
import { loadSession } from "@/lib/platform/auth/account";
import { env } from "@/lib/platform/env";
import { publicHandler } from "@/lib/platform/handler";
import { localePath, splitPath } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";

export const dynamic = "force-dynamic";

const PROVIDER = "google";

/** A relative address keeps the host that the browser used. */
const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } });

/** Where the person wanted to go, and the sign-in page that leads there. */
function wayOf(request: Request) {
  const query = new URL(request.url).searchParams;
  const next = pathOfReturn(query.get("next") ?? undefined, env.NEXT_PUBLIC_SITE_URL) ?? "/painel";
  const { locale } = splitPath(next);
  return { query, next, locale, login: withNext(localePath(locale, "/login"), next) };
}

/** OAuth callback; `decideIdentity` decides whether an account with an unconfirmed address may sign in this way. */
export const GET = publicHandler(
  {
    name: "oauth callback",
    client: createSessionClient,
    headers: { "cache-control": "private, no-store" },
    refuse: (_, { request }) => seeOther(`${wayOf(request).login}&oauth=failed`),
  },
  async ({ request, client }) => {
    const { query, next, locale, login } = wayOf(request);
    const code = query.get("code");
    if (!code) return refusedBy(query, login);
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
  },
);

/** Redirects to the sign-in page with the reason why the auth server opened no session. */
async function refusedBy(query: URLSearchParams, login: string): Promise<Response> {
  const refusal = oauthRefusal({
    error: query.get("error"),
    code: query.get("error_code"),
    description: query.get("error_description"),
  });
  if (refusal !== "notLinked") return seeOther(`${login}&oauth=${refusal}`);
  await setFlash("login.identityNotLinked");
  return seeOther(login);
}
