import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createServerClient } from "@supabase/ssr";
import { TOTP } from "otpauth";
import WebSocket from "ws";
import type { Role } from "../../../lib/platform/auth/permissions";
import { variable } from "./variable";

// supabase-js requires WebSocket, which Node 20 lacks.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

export type DemoAccount = { role: Role; email: string; password: string };
export type Cookie = { name: string; value: string };
export type Session = { cookies: Cookie[]; accessToken: string; userId: string };

/** The username that the seed gives to a role's demo account. */
export const USERNAME: Record<Role, string> = {
  user: "viajante",
  vendedor: "vendedora",
  editor: "editor",
  admin: "administradora",
  main_admin: "admin-principal",
  superadministrador: "superadministrador",
};

export function demoAccount(role: Role): DemoAccount {
  const list = JSON.parse(readFileSync(variable("TEST_DEMO_ACCOUNTS"), "utf8")) as DemoAccount[];
  const account = list.find((one) => one.role === role);
  if (!account) throw new Error(`no demo account for ${role}`);
  return account;
}

/** A key of the backend; its file is in the directory of the demo accounts. */
function keyOf(name: string): string {
  const file = readFileSync(path.join(path.dirname(variable("TEST_DEMO_ACCOUNTS")), "keys.env"), "utf8");
  const key = new RegExp(`^${name}=(.+)$`, "m").exec(file)?.[1];
  if (!key) throw new Error(`keys.env holds no ${name}`);
  return key;
}

/** The publishable API key. */
export const publishableKey = () => keyOf("SUPABASE_PUBLISHABLE_KEY");

/** The secret API key, for server-only operations. */
export const serverKey = () => keyOf("SUPABASE_SECRET_KEY");

type Client = ReturnType<typeof createServerClient>;

/** Signs in at the backend directly, so that tests do not use up each other's attempts at the login page. */
export async function openSession(
  { email, password }: { email: string; password: string },
  then?: (client: Client) => Promise<unknown>,
): Promise<Session> {
  const cookies = new Map([["logged", "1"]]);
  const client = createServerClient(new URL(variable("TEST_MAILBOX_URL")).origin, publishableKey(), {
    cookies: {
      getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
      setAll: (changes) => changes.forEach(({ name, value }) => cookies.set(name, value)),
    },
    cookieOptions: { name: "lacambeche-auth" },
    global: { headers: { "x-caller-address": `10.8.${randomInt(256)}.${randomInt(256)}` } },
  });
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  await then?.(client);
  const { session } = (await client.auth.getSession()).data;
  if (!session) throw new Error(`no session for ${email}`);
  const kept = [...cookies].filter(([, value]) => value !== "").map(([name, value]) => ({ name, value }));
  return { cookies: kept, accessToken: session.access_token, userId: session.user.id };
}

/** Enrols a second factor; returns a session whose code was verified and a new one whose code is pending. */
export async function enrolFactor(account: {
  email: string;
  password: string;
}): Promise<{ passed: Session; pending: Session }> {
  const passed = await openSession(account, async ({ auth }) => {
    const { data, error } = await auth.mfa.enroll({ factorType: "totp" });
    if (error) throw error;
    const verified = await auth.mfa.challengeAndVerify({
      factorId: data.id,
      code: new TOTP({ secret: data.totp.secret }).generate(),
    });
    if (verified.error) throw verified.error;
  });
  return { passed, pending: await openSession(account) };
}

export const cookieHeader = (cookies: readonly Cookie[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
