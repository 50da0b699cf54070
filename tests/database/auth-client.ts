import { createClient } from "@supabase/supabase-js";
import { randomInt, randomUUID } from "node:crypto";
import { vi } from "vitest";
import WebSocket from "ws";
import type { Backend } from "./backend-process";

globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

/** An environment variable set by the global setup. */
export function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests through npm test`);
  return value;
}

/**
 * A port for a server that a test file starts, beside those of its worker: 1 to 7 are free. A worker runs one file at a
 * time, so two files may use the same number.
 */
export const portBeside = (number: number) => Number(new URL(variable("TEST_SUPABASE_URL")).port) + 1 + number;

const options = { auth: { persistSession: false, autoRefreshToken: false } };

const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** A client of a browser with an address of its own, as the site's server forwards its calls. */
export const visitor = () =>
  createClient(variable("TEST_SUPABASE_URL"), variable("TEST_SUPABASE_PUBLISHABLE_KEY"), {
    ...options,
    global: { headers: { "x-caller-address": anAddress() } },
  });
export const service = createClient(variable("TEST_SUPABASE_URL"), variable("TEST_SUPABASE_SECRET_KEY"), options);

export const PASSWORD = "Estrada-longa-9";
export const newEmail = () => `auth-${randomUUID()}@example.com`;

type Mail = { to: string; link: string };

/** Query parameters of the link in the newest mail to an address. */
export async function linkTo(address: string): Promise<URLSearchParams> {
  const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as Mail[];
  const mail = mails.find(({ to }) => to === address);
  if (!mail) throw new Error(`no mail for ${address}`);
  return new URL(mail.link).searchParams;
}

/** Creates an account like the site does and signs it in; its address is not verified. */
export async function signedInUser(metadata = {}) {
  const email = newEmail();
  const { data } = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: metadata,
  });
  const client = visitor();
  const signIn = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (!data.user || !signIn.data.session) throw new Error("could not make a user");
  return { email, id: data.user.id, client, session: signIn.data.session };
}

/** Lets modules of the product that are imported afterwards use the backend of the tests, or another one. */
export function stubSiteEnvironment(backend?: Pick<Backend, "url" | "publishableKey" | "secretKey">): void {
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_URL", backend?.url ?? variable("TEST_SUPABASE_URL"));
  vi.stubEnv(
    "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY",
    backend?.publishableKey ?? variable("TEST_SUPABASE_PUBLISHABLE_KEY"),
  );
  vi.stubEnv("SUPABASE_SECRET_KEY", backend?.secretKey ?? variable("TEST_SUPABASE_SECRET_KEY"));
}
