import type { MiddlewareHandler } from "hono";
import { callerOfToken } from "./auth-assurance";
import { authError, authResponse } from "./auth-responses";
import type { Backend } from "./backend";
import { requestContext } from "./request-context";
import type { GoogleSettings } from "./settings";

const GOOGLE = {
  authorize: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  userinfo: "https://www.googleapis.com/userinfo/v2/me",
} as const;

type LinkDecision = { decision: string; user?: { id: string } };

type LinkingService = { determineAccountLinking: (...args: unknown[]) => Promise<LinkDecision> };

/** Whether the account's owner has opened a link sent to its address. */
async function isAddressProven(backend: Backend, accountId: string): Promise<boolean> {
  const [table] =
    await backend.sql`select 1 from pg_attribute where attrelid = to_regclass('public.profiles') and attname = 'email_verified_at'`;
  if (!table) return false;
  const [profile] =
    await backend.sql`select 1 from public.profiles where id = ${accountId} and email_verified_at is not null`;
  return profile !== undefined;
}

/**
 * Supabase Lite links a provider's identity to any account with the same address, and accounts here are confirmed at
 * creation. Refuses the link unless the address was verified, because somebody else could have created the account in
 * advance.
 */
export function guardAccountLinking(backend: () => Backend): MiddlewareHandler {
  return async (c, next) => {
    const service = c.get("authService") as LinkingService | undefined;
    if (service) {
      const decide = service.determineAccountLinking.bind(service);
      service.determineAccountLinking = async (...args) => {
        const decision = await decide(...args);
        if (decision.decision !== "LinkAccount" || !decision.user) return decision;
        if (await isAddressProven(backend(), decision.user.id)) return decision;
        const context = requestContext.getStore();
        if (context) context.wasLinkRefused = true;
        throw new Error("identity_not_linked");
      };
    }
    await next();
  };
}

/** GoTrue's redirect when the insert into `auth.identities` failed, in the query and in the fragment. */
function refusedLink(location: string): string {
  const target = new URL(location);
  const failure = {
    error: "server_error",
    error_code: "unexpected_failure",
    error_description: "Error creating identity",
  };
  for (const [name, value] of Object.entries(failure)) target.searchParams.set(name, value);
  target.hash = new URLSearchParams({ ...failure, sb: "" }).toString();
  return target.href;
}

/** GET /callback: redirects with the error of the trigger `guard_identity` when the link was refused. */
export async function providerCallback(backend: Backend, request: Request): Promise<Response> {
  const context = { wasLinkRefused: false };
  const answer = await requestContext.run(context, () => backend.app.fetch(request));
  const location = answer.headers.get("location");
  if (!context.wasLinkRefused || !location) return answer;
  return new Response(null, { status: 302, headers: { location: refusedLink(location) } });
}

/** DELETE /user/identities/{id}, which a hosted project offers once manual linking is on. */
export async function unlinkIdentity(backend: Backend, request: Request, id: string): Promise<Response> {
  const caller = await callerOfToken(backend, request);
  if (!caller) return authError(401, "bad_jwt", "Invalid token");
  const identities = await backend.accounts.identities([caller.account.id]);
  if (identities.length <= 1)
    return authError(422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking");
  if (!identities.some((identity) => identity.id === id))
    return authError(422, "identity_not_found", "Identity doesn't exist");
  await backend.sql`delete from auth.identities where id = ${id} and user_id = ${caller.account.id}`;
  return authResponse({});
}

/** Query parameters passed on at sign-in; Supabase Lite would look up `invite_token` and copy all others into Google's URL. */
const AUTHORIZE_PARAMETERS = ["provider", "redirect_to", "code_challenge", "code_challenge_method"];

/** GET /authorize: redirects to Google or to the test provider. */
export async function providerRedirect(backend: Backend, request: Request): Promise<Response> {
  const target = new URL(request.url);
  target.search = new URLSearchParams(
    [...target.searchParams].filter(([name]) => AUTHORIZE_PARAMETERS.includes(name)),
  ).toString();
  const answer = await backend.app.fetch(new Request(target, { headers: request.headers }));
  const replacement = backend.settings.google?.endpoints.authorize;
  const location = answer.headers.get("location");
  if (!replacement || !location?.startsWith(GOOGLE.authorize)) return answer;
  return new Response(null, { status: 302, headers: { location: location.replace(GOOGLE.authorize, replacement) } });
}

/** Replaces `fetch` for Google's endpoints, which are constants in Supabase Lite. */
export function replaceGoogleEndpoints({ endpoints }: GoogleSettings): void {
  const replacements = new Map<string, string>();
  if (endpoints.token) replacements.set(GOOGLE.token, endpoints.token);
  if (endpoints.userinfo) replacements.set(GOOGLE.userinfo, endpoints.userinfo);
  if (replacements.size === 0) return;
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const replacement = typeof input === "string" ? replacements.get(input) : undefined;
    return original(replacement ?? input, init);
  };
}
