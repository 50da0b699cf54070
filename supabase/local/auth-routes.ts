import { Hono, type MiddlewareHandler } from "hono";
import { adminUserRoutes } from "./admin-users";
import { limitAddresses } from "./auth-addresses";
import { authError, readBody, refuseMalformed, textField } from "./auth-responses";
import { callerOfToken, withAssurance, type Method } from "./auth-assurance";
import { factorRoutes } from "./auth-factors";
import { providerCallback, providerRedirect, unlinkIdentity } from "./auth-google";
import { linkRoutes } from "./auth-links";
import { phoneRoutes } from "./auth-phone";
import { tokenRoute, userRoute } from "./auth-sessions";
import { type Backend, forward } from "./backend";
import type { Mailer } from "./mailer";
import type { MailStore } from "./mail-store";
import { jwksResponse } from "./session-tokens";
import { requestContext, type RequestContext } from "./request-context";

const PUBLIC_PATHS = ["/settings", "/health"];

/** Routes that require an API key; checked here because Supabase Lite does not require one at /verify. */
const KEYED_PATHS = ["/signup", "/token", "/otp", "/recover", "/resend", "/verify", "/factors", "/factors/*"];

/** A refresh is not listed: a refreshed session keeps its methods. */
const METHOD_OF_GRANT: Record<string, Method | undefined> = { password: "password", pkce: "oauth" };

function requireKey(backend: Backend): MiddlewareHandler {
  return async (c, next) => {
    const key = c.req.header("apikey") ?? c.req.query("apikey");
    if (!key)
      return c.json(
        { message: "No API key found in request", hint: "No `apikey` request header or url param was found." },
        401,
      );
    if (key !== backend.keys.publishableKey && key !== backend.keys.secretKey)
      return c.json({ message: "Invalid API key", hint: "Double check your Supabase `apikey`" }, 401);
    await next();
  };
}

/** Whether the query has only unencoded, unique names; Supabase Lite does not decode some names and takes the first of several values. */
const isPlainQuery = (url: string) => {
  if (url.includes("#")) return false;
  const { search } = new URL(url);
  const names =
    search === ""
      ? []
      : search
          .slice(1)
          .split("&")
          .map((part) => part.split("=", 1)[0] ?? "");
  return names.every((name) => /^[\w-]*$/.test(name)) && new Set(names).size === names.length;
};

/** POST /logout: a session that has not passed an existing second factor can end only itself. */
async function logout(backend: Backend, request: Request): Promise<Response> {
  const caller = await callerOfToken(backend, request);
  const isLocal = new URL(request.url).searchParams.get("scope") === "local";
  const mustPass =
    !isLocal &&
    caller &&
    caller.claims.aal !== "aal2" &&
    (await backend.accounts.factors(caller.account.id)).some(({ status }) => status === "verified");
  return mustPass
    ? authError(403, "insufficient_aal", "AAL2 required to end other sessions")
    : forward(backend, request);
}

const wellFormed: MiddlewareHandler = async (c, next) => {
  // A provider's callback may be a form post, not JSON.
  const refused = c.req.path.endsWith("/callback") ? undefined : await refuseMalformed(c.req.raw);
  if (refused) return refused;
  await next();
};

/** GoTrue-compatible routes: Supabase Lite's routes with their gaps closed; routes the portal does not use are not offered. */
export function authRoutes(backend: Backend, mailer: Mailer, mailStore: MailStore): Hono {
  const routes = new Hono();
  const token = tokenRoute(backend);

  routes.use("*", async (c, next) => {
    if (c.req.method === "OPTIONS") {
      return c.body(null, 204, {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*",
        "access-control-allow-methods": "*",
      });
    }
    if (!isPlainQuery(c.req.url)) return authError(400, "validation_failed", "Query names must be plain and unique");
    const target = c.req.query("redirect_to");
    const context: RequestContext = target && backend.isRedirectAllowed(target) ? { redirectTo: target } : {};
    await requestContext.run(context, next);
    if (context.isOverMailQuota) c.res = authError(429, "over_email_send_rate_limit", "email rate limit exceeded");
    return undefined;
  });

  routes.on("POST", KEYED_PATHS, requireKey(backend));
  limitAddresses(backend, routes);
  routes.on(["POST", "PUT"], "*", wellFormed);

  routes.route("/", phoneRoutes(backend, mailStore));
  routes.post("/signup", async (c) =>
    withAssurance(backend, await linkRoutes.signUp(backend, mailer, c.req.raw), "password"),
  );
  routes.post("/token", async (c) => {
    const grant = c.req.query("grant_type");
    return withAssurance(backend, await token(c.req.raw, grant), METHOD_OF_GRANT[grant ?? ""]);
  });
  routes.post("/otp", (c) => linkRoutes.otp(backend, c.req.raw));
  routes.post("/recover", (c) => linkRoutes.recover(backend, c.req.raw));
  routes.post("/resend", (c) => linkRoutes.resend(backend, mailer, c.req.raw));
  routes.post("/verify", async (c) => {
    const method = textField(await readBody(c.req.raw), "type") === "recovery" ? "recovery" : "otp";
    return withAssurance(backend, await linkRoutes.verify(backend, c.req.raw), method);
  });
  routes.get("/verify", (c) => linkRoutes.redirectToConfirm(backend, c.req.raw));
  routes.on(["GET", "PUT"], "/user", async (c) => withAssurance(backend, await userRoute(backend, c.req.raw)));
  routes.delete("/user/identities/:id", (c) => unlinkIdentity(backend, c.req.raw, c.req.param("id")));
  routes.route("/factors", factorRoutes(backend));
  routes.post("/logout", (c) => logout(backend, c.req.raw));
  routes.get("/authorize", (c) => providerRedirect(backend, c.req.raw));
  routes.on(["GET", "POST"], "/callback", (c) => providerCallback(backend, c.req.raw));
  routes.get("/.well-known/jwks.json", () => jwksResponse(backend.keys));
  for (const path of PUBLIC_PATHS) routes.all(path, (c) => forward(backend, c.req.raw));
  routes.route("/admin", adminUserRoutes(backend));
  routes.all("*", () => authError(404, "not_found", "Not found"));
  return routes;
}
