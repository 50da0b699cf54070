import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Role } from "@/lib/platform/auth/permissions";

type Cookie = { name: string; value: string };

/** Makes the product's session client, here outside of any request, that of a demo account; answers whose. */
export async function signInAs(role: Role, dir: string): Promise<string> {
  const jar: Cookie[] = [];
  // Must be in place before any module of the product asks Next for its cookies.
  Object.assign(createRequire(import.meta.url)("next/headers") as object, { cookies: () => Promise.resolve({ getAll: () => jar, set: () => undefined }) });
  const { createSessionClientOn } = await import("@/lib/platform/supabase/session");
  const client = createSessionClientOn({ getAll: () => jar, setAll: (changes) => void jar.push(...changes) });
  const accounts = JSON.parse(readFileSync(path.join(dir, "demo-accounts.json"), "utf8")) as { role: Role; email: string; password: string }[];
  const account = accounts.find((one) => one.role === role);
  if (!account) throw new Error(`no demo account for ${role}`);
  const { data, error } = await client.auth.signInWithPassword({ email: account.email, password: account.password });
  if (error) throw error;
  return data.user.id;
}
