import { env } from "./env";

/** Functions of the database that work for all web processes together; only the secret key may call them. */
type ServerFunction = "count_attempts" | "expire_tags" | "read_expired_tags";

const TIMEOUT_MS = 5000;

/** Calls one of these functions, without a client that could read or write anything else; throws when it fails. */
export async function callServerFunction(name: ServerFunction, input: object): Promise<unknown> {
  const key = env.SUPABASE_SECRET_KEY;
  const answer = await fetch(new URL(`/rest/v1/rpc/${name}`, env.NEXT_PUBLIC_SUPABASE_URL), {
    method: "POST",
    headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(input),
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  return text === "" ? null : JSON.parse(text);
}
