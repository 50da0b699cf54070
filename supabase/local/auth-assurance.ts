import { decode, sign, verify } from "hono/jwt";
import { isBanned, type Account } from "./accounts";
import { authError } from "./auth-responses";
import type { Backend } from "./backend";

/** How a session was authenticated, with GoTrue's names in `amr`. */
export type Method = "password" | "otp" | "recovery" | "oauth" | "totp";

/** The only header format that this server and Supabase Lite parse in the same way. */
export const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/;

type Claims = { sub: string; session_id: string; aal: "aal1" | "aal2" };

/** Records that a session was authenticated now; database functions read this. */
export async function recordMethod({ sql }: Backend, sessionId: string, method: Method): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionId}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
}

/** Signs a token with the claims that Supabase Lite omits: `aal` and `amr` of its session. */
async function signToken({ sql, keys }: Backend, payload: Record<string, unknown>): Promise<string> {
  const sessionId = String(payload.session_id);
  const [session] = await sql<{ aal: string | null }[]>`select aal from auth.sessions where id = ${sessionId}`;
  const amr = await sql<{ method: string; timestamp: number }[]>`
    select authentication_method as method, extract(epoch from updated_at)::integer as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
  return sign({ ...payload, aal: session?.aal ?? "aal1", amr: [...amr] }, keys.signingKey);
}

type Body = { access_token?: string; user?: { id?: string }; id?: string };

/** Completes a response with a session or an account: adds the token claims and the account's factors. */
export async function withAssurance(backend: Backend, answer: Response, method?: Method): Promise<Response> {
  const isJson = answer.headers.get("content-type")?.includes("json");
  if (!answer.ok || !isJson) return answer;
  const body = (await answer.clone().json()) as Body | null;
  const account = body?.user ?? body;
  if (!body || !account?.id) return answer;
  if (body.access_token) {
    const { payload } = decode(body.access_token);
    if (method) await recordMethod(backend, String(payload.session_id), method);
    body.access_token = await signToken(backend, payload);
  }
  Object.assign(account, { factors: await backend.accounts.factors(account.id) });
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return Response.json(body, { status: answer.status, headers });
}

/** The account and claims of a request's token, which the gateway has translated; undefined unless the token is valid and its session exists. */
export async function callerOfToken(
  { keys, sql, accounts }: Backend,
  request: Request,
): Promise<{ account: Account; claims: Claims } | undefined> {
  const token = BEARER.exec(request.headers.get("authorization") ?? "")?.[1];
  const payload = token && (await verify(token, keys.jwtSecret, "HS256").catch(() => undefined));
  if (!payload || typeof payload.sub !== "string" || typeof payload.session_id !== "string") return undefined;
  const [session] =
    await sql`select id from auth.sessions where id::text = ${payload.session_id} and user_id::text = ${payload.sub}`;
  const account = session && (await accounts.byId(payload.sub));
  if (!account || isBanned(account)) return undefined;
  return {
    account,
    claims: { sub: payload.sub, session_id: payload.session_id, aal: payload.aal === "aal2" ? "aal2" : "aal1" },
  };
}

/** Signs a new token for a session whose assurance level has changed and revokes its earlier refresh tokens. */
export async function renewSession(
  backend: Backend,
  account: Account,
  sessionId: string,
): Promise<{ access_token: string; refresh_token: string; expires_in: number; expires_at: number }> {
  const { sql, app } = backend;
  const lifetime = app.config.auth?.jwt_expiry ?? 3600;
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    sub: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email ?? undefined,
    session_id: sessionId,
    iat: now,
    exp: now + lifetime,
  };
  const refreshToken = crypto.randomUUID();
  await sql.begin(async (tx) => {
    await tx`update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = ${sessionId}`;
    await tx`
      insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, created_at, updated_at)
      values (${crypto.randomUUID()}, ${refreshToken}, ${account.id}, ${sessionId}, false, now(), now())`;
  });
  return {
    access_token: await signToken(backend, payload),
    refresh_token: refreshToken,
    expires_in: lifetime,
    expires_at: now + lifetime,
  };
}

/** The state of a session as the row policies evaluate it. */
export async function sessionStateOf({ sql }: Backend, claims: Claims): Promise<string> {
  return sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('request.jwt.claim.sub', ${claims.sub}, true)`;
    const [row] = await tx<{ state: string }[]>`select private.session_state() as state`;
    return row?.state ?? "none";
  });
}

/** Whether a session was recently authenticated with the methods its account requires, or with one of `more`. */
export async function hasProof(
  { sql }: Backend,
  { account, claims }: { account: Account; claims: Claims },
  more: readonly Method[] = [],
): Promise<boolean> {
  const [proof] = await sql<
    { has: boolean }[]
  >`select private.has_proof(${claims.session_id}, private.proof_methods(${account.id}) || ${[...more]}::text[]) as has`;
  return proof?.has ?? false;
}

export const needsProof = () => authError(400, "reauthentication_needed", "A recent proof of identity is needed");
