import { Hono } from "hono";
import { Secret, TOTP } from "otpauth";
import QRCode from "qrcode";
import { accountResponse } from "./accounts";
import { callerOfToken, hasProof, needsProof, recordMethod, renewSession, sessionStateOf } from "./auth-assurance";
import { authResponse, authError, readBody, textField } from "./auth-responses";
import { countFactorAttempt } from "./auth-limits";
import type { Backend } from "./backend";

/** RFC 4226, section 4 recommends 160 bits. */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
const CHALLENGE_SECONDS = 300;
const MOST_FACTORS = 10;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Caller = NonNullable<Awaited<ReturnType<typeof callerOfToken>>>;
type Factor = { id: string; status: string; secret: string; last_step: string };

const notFound = () => authError(404, "mfa_factor_not_found", "Factor not found");
const needsSecondFactor = (what: string) => authError(403, "insufficient_aal", `AAL2 required to ${what}`);

const hasVerified = async ({ accounts }: Backend, id: string) =>
  (await accounts.factors(id)).some(({ status }) => status === "verified");

/** The reason why a session may not add a second factor, which would later prove its identity; undefined when it may. */
async function refuseEnrolment(backend: Backend, caller: Caller): Promise<Response | undefined> {
  const { account, claims } = caller;
  if (claims.aal !== "aal2" && (await hasVerified(backend, account.id)))
    return needsSecondFactor("enroll a new factor");
  if (!["live", "enrolment"].includes(await sessionStateOf(backend, claims)))
    return authError(403, "session_expired", "The session does not count any more");
  // An account registered with another person's address must not get a second factor before the address is verified.
  const [known] =
    await backend.sql`select id from public.profiles where id = ${account.id} and email_verified_at is not null`;
  if (!known && !account.phone_confirmed_at)
    return authError(403, "email_not_confirmed", "The address is not verified");
  return (await hasProof(backend, caller)) ? undefined : needsProof();
}

/** POST /factors: creates a secret, which becomes active after one of its codes was verified. */
async function enroll(backend: Backend, caller: Caller, body: Record<string, unknown>): Promise<Response> {
  const { account } = caller;
  if (body.factor_type !== "totp") return authError(400, "validation_failed", "factor_type needs to be totp");
  const refused = await refuseEnrolment(backend, caller);
  if (refused) return refused;
  const { sql } = backend;
  const secret = new Secret({ size: SECRET_BYTES });
  const issuer = textField(body, "issuer").slice(0, 60) || "Portal LACAMBECHE";
  const name = textField(body, "friendly_name").slice(0, 60);
  const id = crypto.randomUUID();
  const added = await sql.begin(async (tx) => {
    await tx`select id from auth.users where id = ${account.id} for update`;
    await tx`delete from auth.mfa_factors where user_id = ${account.id} and status = 'unverified'`;
    return tx`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      select ${id}, ${account.id}, ${name}, 'totp', 'unverified', ${secret.base32}, now(), now()
      where (select count(*) from auth.mfa_factors where user_id = ${account.id}) < ${MOST_FACTORS}`;
  });
  if (added.count === 0)
    return authError(403, "too_many_enrolled_mfa_factors", "Maximum number of verified factors reached");
  const uri = new TOTP({ issuer, label: account.email ?? account.id, secret, period: PERIOD_SECONDS }).toString();
  return authResponse({
    id,
    type: "totp",
    friendly_name: name,
    totp: { qr_code: await QRCode.toString(uri, { type: "svg" }), secret: secret.base32, uri },
  });
}

/** POST /factors/{id}/challenge. */
async function challenge({ sql }: Backend, { account }: Caller, factorId: string): Promise<Response> {
  const id = crypto.randomUUID();
  const made = await sql`
    insert into auth.mfa_challenges (id, factor_id) select ${id}, id from auth.mfa_factors where id = ${factorId} and user_id = ${account.id}`;
  if (made.count === 0) return notFound();
  await sql`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`;
  return authResponse({ id, type: "totp", expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS });
}

/** Number of the 30-second period in which the code is valid, or null. */
function stepOf(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS }).validate({
    token: code,
    window: 1,
  });
  return delta === null ? null : Math.floor(Date.now() / 1000 / PERIOD_SECONDS) + delta;
}

/** Accepts a correct code once, in one transaction; returns the error response otherwise. */
async function acceptCode(
  { sql }: Backend,
  { account, claims }: Caller,
  factorId: string,
  body: Record<string, unknown>,
): Promise<Response | undefined> {
  const [challengeId, code] = [textField(body, "challenge_id"), textField(body, "code")];
  if (!UUID.test(challengeId)) return authError(404, "mfa_challenge_not_found", "Challenge not found");
  return sql.begin(async (tx) => {
    // Locks the account, so that two factors cannot be verified at the same time.
    await tx`select id from auth.users where id = ${account.id} for update`;
    const [factor] = await tx<
      Factor[]
    >`select id, status, secret, last_step from auth.mfa_factors where id = ${factorId} and user_id = ${account.id} for update`;
    if (!factor) return notFound();
    const [another] =
      await tx`select id from auth.mfa_factors where user_id = ${account.id} and status = 'verified' and id <> ${factorId}`;
    if (factor.status === "unverified" && another && claims.aal !== "aal2")
      return needsSecondFactor("verify a new factor");
    const [open] = await tx`
      select id from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factorId} and verified_at is null
        and created_at > now() - make_interval(secs => ${CHALLENGE_SECONDS})`;
    if (!open)
      return authError(
        422,
        "mfa_challenge_expired",
        "MFA challenge has expired, verify against another challenge or create a new challenge.",
      );
    const step = stepOf(factor.secret, code);
    if (step === null || step <= Number(factor.last_step))
      return authError(422, "mfa_verification_failed", "Invalid TOTP code entered");
    await tx`update auth.mfa_challenges set verified_at = now() where id = ${challengeId}`;
    await tx`update auth.mfa_factors set status = 'verified', last_step = ${step}, updated_at = now() where id = ${factorId}`;
    await tx`update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = now() where id = ${claims.session_id}`;
    await tx`delete from auth.mfa_factors where user_id = ${account.id} and status = 'unverified'`;
    // Ends sessions from before the first factor, so that they must sign in with it.
    if (factor.status === "unverified")
      await tx`delete from auth.sessions where user_id = ${account.id} and coalesce(aal, 'aal1') = 'aal1'`;
    return undefined;
  });
}

/** POST /factors/{id}/verify: a correct code raises the session to `aal2`. */
async function verifyCode(
  backend: Backend,
  caller: Caller,
  factorId: string,
  body: Record<string, unknown>,
): Promise<Response> {
  const { account, claims } = caller;
  if (!(await countFactorAttempt(account.id))) return authError(429, "over_request_rate_limit", "Too many requests");
  const refused = await acceptCode(backend, caller, factorId, body);
  if (refused) return refused;
  await recordMethod(backend, claims.session_id, "totp");
  const session = await renewSession(backend, account, claims.session_id);
  const user = {
    ...accountResponse(account, await backend.accounts.identities([account.id])),
    factors: await backend.accounts.factors(account.id),
  };
  return authResponse({ ...session, token_type: "bearer", user });
}

/** DELETE /factors/{id}. */
async function unenroll(backend: Backend, caller: Caller, factorId: string): Promise<Response> {
  const { account, claims } = caller;
  const factor = (await backend.accounts.factors(account.id)).find(({ id }) => id === factorId);
  if (!factor) return notFound();
  if (factor.status === "verified" && claims.aal !== "aal2") return needsSecondFactor("unenroll verified factor");
  if (factor.status === "verified" && !(await hasProof(backend, caller))) return needsProof();
  await backend.accounts.removeFactor(account.id, factorId);
  return authResponse({ id: factorId });
}

/** GoTrue's routes for second factors (TOTP), which Supabase Lite lacks. */
export function factorRoutes(backend: Backend): Hono {
  const routes = new Hono<{ Variables: { caller: Caller } }>();
  routes.use("*", async (c, next) => {
    const caller = await callerOfToken(backend, c.req.raw);
    if (!caller) return authError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
    c.set("caller", caller);
    return next();
  });
  routes.post("/", async (c) => enroll(backend, c.var.caller, await readBody(c.req.raw)));
  routes.post("/:id/challenge", (c) =>
    UUID.test(c.req.param("id")) ? challenge(backend, c.var.caller, c.req.param("id")) : notFound(),
  );
  routes.post("/:id/verify", async (c) =>
    UUID.test(c.req.param("id"))
      ? verifyCode(backend, c.var.caller, c.req.param("id"), await readBody(c.req.raw))
      : notFound(),
  );
  routes.delete("/:id", (c) =>
    UUID.test(c.req.param("id")) ? unenroll(backend, c.var.caller, c.req.param("id")) : notFound(),
  );
  return routes as unknown as Hono;
}
