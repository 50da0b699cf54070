import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Role } from "@/lib/platform/auth/permissions";

type Cookie = { name: string; value: string };

/** The claims of an access token that the row policies read. */
export type Claims = { sub: string; session_id: string; role: string; aal: string };

/** Signs the product's session client in as a demo account, outside of a request; returns the claims of its token. */
export async function signInAs(role: Role, dir: string): Promise<Claims> {
  const jar: Cookie[] = [];
  // Must run before any product module imports `cookies` or `headers` from Next.
  Object.assign(createRequire(import.meta.url)("next/headers") as object, {
    cookies: () => Promise.resolve({ getAll: () => jar, set: () => undefined }),
    headers: () => Promise.resolve(new Headers()),
  });
  const { createSessionClientOn } = await import("@/lib/platform/supabase/session");
  const store = { getAll: () => jar, setAll: (changes: Cookie[]) => void jar.push(...changes) };
  const client = createSessionClientOn(store, "127.0.0.1");
  const accounts = JSON.parse(readFileSync(path.join(dir, "demo-accounts.json"), "utf8")) as {
    role: Role;
    email: string;
    password: string;
  }[];
  const account = accounts.find((one) => one.role === role);
  if (!account) throw new Error(`no demo account for ${role}`);
  const { data, error } = await client.auth.signInWithPassword({ email: account.email, password: account.password });
  if (error) throw error;
  return JSON.parse(Buffer.from(data.session.access_token.split(".")[1]!, "base64url").toString()) as Claims;
}
