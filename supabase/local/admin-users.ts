import { Hono } from "hono";
import { type Account, accountResponse, type AccountInput, bannedUntil } from "./accounts";
import { authResponse, authError, readBody, textField } from "./auth-responses";
import type { Backend } from "./backend";
import { codeLifetimeMs, issueCode, registerLink } from "./auth-tokens";
import { isSecretKey } from "./keys";

const DEFAULT_PAGE_SIZE = 50;
const LARGEST_PAGE = 1000;
const LONGEST_PASSWORD = 72;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function shortestPassword(backend: Backend): number {
  return backend.app.config.auth?.minimum_password_length ?? 0;
}

const notFound = () => authError(404, "user_not_found", "User not found");
const emailExists = () => authError(422, "email_exists", "A user with this email address has already been registered");

/** The validation error for an account's fields, or undefined. */
function refusal(input: AccountInput, shortest: number): Response | undefined {
  const { email, password, ban_duration: ban } = input;
  if (email !== undefined && (typeof email !== "string" || !EMAIL.test(email)))
    return authError(400, "validation_failed", "Unable to validate email address: invalid format");
  if (password !== undefined && (typeof password !== "string" || Buffer.byteLength(password) > LONGEST_PASSWORD)) {
    return authError(400, "validation_failed", `Password cannot be longer than ${LONGEST_PASSWORD} characters`);
  }
  if (password !== undefined && password.length < shortest)
    return authError(422, "weak_password", `Password should be at least ${shortest} characters.`);
  if (ban !== undefined && (typeof ban !== "string" || bannedUntil(ban) === undefined))
    return authError(400, "validation_failed", "invalid format for ban duration");
  return undefined;
}

async function answer({ accounts }: Backend, id: string): Promise<Response> {
  const account = await accounts.byId(id);
  return account ? authResponse(accountResponse(account, await accounts.identities([id]))) : notFound();
}

async function list({ accounts }: Backend, query: URLSearchParams): Promise<Response> {
  const page = Math.max(1, Math.trunc(Number(query.get("page"))) || 1);
  const size = Math.min(LARGEST_PAGE, Math.max(1, Math.trunc(Number(query.get("per_page"))) || DEFAULT_PAGE_SIZE));
  const { accounts: rows, total } = await accounts.page(size, (page - 1) * size);
  const identities = rows.length > 0 ? await accounts.identities(rows.map((row) => row.id)) : [];
  const last = Math.max(1, Math.ceil(total / size));
  const links = [`</auth/v1/admin/users?page=${last}>; rel="last"`];
  if (page < last) links.unshift(`</auth/v1/admin/users?page=${page + 1}>; rel="next"`);
  const response = authResponse({ users: rows.map((row) => accountResponse(row, identities)), aud: "authenticated" });
  response.headers.set("x-total-count", String(total));
  response.headers.set("link", links.join(", "));
  return response;
}

async function create(backend: Backend, input: AccountInput): Promise<Response> {
  const { email } = input;
  const refused = refusal(input, shortestPassword(backend));
  if (refused) return refused;
  if (!email) return authError(400, "validation_failed", "Cannot create a user without either an email or phone");
  if (await backend.accounts.byEmail(email)) return emailExists();
  return answer(backend, await backend.accounts.create({ ...input, email }));
}

async function change(backend: Backend, account: Account, input: AccountInput): Promise<Response> {
  const refused = refusal(input, shortestPassword(backend));
  if (refused) return refused;
  const holder = input.email ? await backend.accounts.byEmail(input.email) : undefined;
  if (holder && holder.id !== account.id) return emailExists();
  await backend.accounts.update(account, input);
  return answer(backend, account.id);
}

/** Returns the link a mail would contain, for an existing account; sends nothing. */
async function generateLink(
  backend: Backend,
  body: Record<string, unknown>,
  redirectTo: string | undefined,
): Promise<Response> {
  const type = textField(body, "type");
  if (type !== "magiclink" && type !== "recovery")
    return authError(400, "validation_failed", "Only magiclink and recovery links can be generated here");
  const account = await backend.accounts.byEmail(textField(body, "email"));
  if (!account) return notFound();
  const { code, codeHash } = await issueCode(backend, account, "recovery");
  const token = await registerLink(backend.sql, codeHash, codeLifetimeMs(backend.app.config.auth?.email?.otp_expiry));
  const target = redirectTo && backend.isRedirectAllowed(redirectTo) ? redirectTo : backend.settings.siteUrl;
  const link = new URL("/auth/confirm", backend.settings.siteUrl);
  link.search = new URLSearchParams({ token_hash: token, type, next: target }).toString();
  const identities = await backend.accounts.identities([account.id]);
  const properties = {
    action_link: link.href,
    email_otp: code,
    hashed_token: token,
    redirect_to: target,
    verification_type: type,
  };
  return authResponse({ ...accountResponse(account, identities), ...properties });
}

/** GoTrue's admin endpoints, which Supabase Lite lacks; they require the secret key. */
export function adminUserRoutes(backend: Backend): Hono {
  const routes = new Hono();
  const find = async (id: string) => (UUID.test(id) ? backend.accounts.byId(id) : undefined);

  routes.use("*", async (c, next) => {
    const key = c.req.header("apikey");
    const bearer = c.req.header("authorization")?.replace(/^Bearer /i, "");
    if (!isSecretKey(backend.keys, key) || (bearer && bearer !== key))
      return authError(403, "not_admin", "User not allowed");
    await next();
  });
  routes.get("/users", (c) => list(backend, new URL(c.req.url).searchParams));
  routes.post("/users", async (c) => create(backend, await readBody(c.req.raw)));
  routes.get("/users/:id", async (c) => {
    const account = await find(c.req.param("id"));
    return account ? answer(backend, account.id) : notFound();
  });
  routes.put("/users/:id", async (c) => {
    const account = await find(c.req.param("id"));
    return account ? change(backend, account, await readBody(c.req.raw)) : notFound();
  });
  routes.delete("/users/:id", async (c) => {
    const account = await find(c.req.param("id"));
    if (!account) return notFound();
    await backend.accounts.remove(account.id);
    return authResponse({});
  });
  routes.get("/users/:id/factors", async (c) => {
    const account = await find(c.req.param("id"));
    return account ? authResponse(await backend.accounts.factors(account.id)) : notFound();
  });
  routes.delete("/users/:id/factors/:factor", async (c) => {
    const [account, factor] = [await find(c.req.param("id")), c.req.param("factor")];
    if (!account) return notFound();
    const isGone = UUID.test(factor) && (await backend.accounts.removeFactor(account.id, factor));
    return isGone ? authResponse({ id: factor }) : authError(404, "mfa_factor_not_found", "Factor not found");
  });
  routes.post("/generate_link", async (c) =>
    generateLink(backend, await readBody(c.req.raw), c.req.query("redirect_to")),
  );
  return routes;
}
