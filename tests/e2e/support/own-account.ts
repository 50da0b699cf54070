import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import type { Sql } from "postgres";
import type { Role } from "../../../lib/platform/auth/permissions";
import { cookieHeader, openSession, serverKey, type Session } from "./accounts";
import { variable } from "./variable";

export type OwnAccount = { id: string; email: string; password: string; name: string; session: Session };

/** Creates an account that no other test uses, so that it can be blocked, promoted or deleted. */
export async function createAccount(sql: Sql, role: Role): Promise<OwnAccount> {
  const name = `ensaio-${randomUUID().slice(0, 8)}`;
  const [email, password] = [`${name}@example.org`, randomUUID()];
  const headers = { apikey: serverKey(), authorization: `Bearer ${serverKey()}`, "content-type": "application/json" };
  const body = JSON.stringify({ email, password, email_confirm: true, user_metadata: { username: name } });
  const answer = await fetch(new URL("/auth/v1/admin/users", variable("TEST_MAILBOX_URL")), {
    method: "POST",
    headers,
    body,
  });
  if (!answer.ok) throw new Error(`no account: ${answer.status} ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  await sql`update public.profiles set role = ${role}, email_verified_at = now() where id = ${id}`;
  return { id, email, password, name, session: await openSession({ email, password }) };
}

export const deleteAccount = (sql: Sql, { id }: OwnAccount) => sql`delete from auth.users where id = ${id}`;

/** Requests an address without following redirects, with a session or anonymously. */
export const ask = (url: string, session: Session | null) =>
  fetch(url, {
    redirect: "manual",
    headers: {
      ...(session && { cookie: cookieHeader(session.cookies) }),
      "x-forwarded-for": `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    },
  });

/** Opens a page in a separate browser context, signed in with an account. */
export async function pageOf(browser: Browser, { session }: OwnAccount, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  // The splash and the location dialog of a first visit would cover the page.
  await context.addInitScript(() => {
    sessionStorage.setItem("splash", "shown");
    sessionStorage.setItem("gpsAsked", "1");
  });
  await context.addCookies(session.cookies.map((cookie) => ({ ...cookie, url: baseURL })));
  return context.newPage();
}
