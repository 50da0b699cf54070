import { Hono, type MiddlewareHandler } from "hono";
import { adminUserRoutes } from "./admin-users";
import { authError, refuseMalformed } from "./auth-answers";
import { providerCallback, providerRedirect } from "./auth-google";
import { linkRoutes } from "./auth-links";
import { tokenRoute, userRoute } from "./auth-sessions";
import { signUp } from "./auth-sign-up";
import { type Backend, forward } from "./backend";
import type { Mailer } from "./mailer";
import { requestContext } from "./request-context";

const PUBLIC_PATHS = ["/settings", "/health", "/.well-known/jwks.json", "/logout"];

/** Routes we answer ourselves: the library would check the key first, so we do too. */
const KEYED_PATHS = ["/signup", "/token", "/otp", "/recover", "/resend"];

function requireKey(backend: Backend): MiddlewareHandler {
  return async (c, next) => {
    const key = c.req.header("apikey") ?? c.req.query("apikey");
    if (key !== backend.keys.publishableKey && key !== backend.keys.secretKey) return forward(backend, c.req.raw);
    await next();
  };
}

const wellFormed: MiddlewareHandler = async (c, next) => {
  const isForm = c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded"); // a provider's callback
  const refused = isForm ? undefined : await refuseMalformed(c.req.raw);
  if (refused) return refused;
  await next();
};

/** GoTrue for the product: the library's routes with their gaps closed, and nothing it does not use. */
export function authRoutes(backend: Backend, mailer: Mailer): Hono {
  const routes = new Hono();
  const token = tokenRoute(backend);

  routes.use("*", async (c, next) => {
    if (c.req.method === "OPTIONS") {
      return c.body(null, 204, { "access-control-allow-origin": "*", "access-control-allow-headers": "*", "access-control-allow-methods": "*" });
    }
    const target = c.req.query("redirect_to");
    const context = target && backend.isRedirectAllowed(target) ? { redirectTo: target } : {};
    await requestContext.run(context, next);
  });

  for (const path of KEYED_PATHS) routes.use(path, requireKey(backend));
  routes.on(["POST", "PUT"], "*", wellFormed);

  routes.post("/signup", (c) => signUp(backend, mailer, c.req.raw));
  routes.post("/token", (c) => token(c.req.raw));
  routes.post("/otp", (c) => linkRoutes.otp(backend, c.req.raw));
  routes.post("/recover", (c) => linkRoutes.recover(backend, c.req.raw));
  routes.post("/resend", (c) => linkRoutes.resend(backend, mailer, c.req.raw));
  routes.post("/verify", (c) => linkRoutes.verify(backend, c.req.raw));
  routes.get("/verify", (c) => linkRoutes.redirectToConfirm(backend, c.req.raw));
  routes.on(["GET", "PUT"], "/user", (c) => userRoute(backend, c.req.raw));
  routes.get("/authorize", (c) => providerRedirect(backend, c.req.raw));
  routes.on(["GET", "POST"], "/callback", (c) => providerCallback(backend, c.req.raw));
  for (const path of PUBLIC_PATHS) routes.all(path, (c) => forward(backend, c.req.raw));
  routes.route("/admin", adminUserRoutes(backend));
  routes.all("*", () => authError(404, "not_found", "Not found"));
  return routes;
}
