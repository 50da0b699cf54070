import { randomInt } from "node:crypto";
import type { Sql } from "postgres";
import { ACCOUNTS, type Account, type Actor } from "../../database/actors";
import { newDocument } from "../../database/commerce/sale-support";
import type { Factor } from "../../support/access/expected";
import { cookieHeader, enrolFactor, type Session } from "./accounts";
import { createAccount, deleteAccount, type OwnAccount } from "./own-account";

/** An actor of the access table with its HTTP headers. */
export type Caller = { actor: Actor; headers: Record<string, string> };

export type Callers = { callers: Caller[]; ids: Record<Account, string>; close: () => Promise<void> };

// Each caller has its own IP address, so that they share no rate limit.
const headersOf = (session: Session | null) => ({
  "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  ...(session && { cookie: cookieHeader(session.cookies) }),
});

async function sessionOf(account: OwnAccount, factor: Factor): Promise<Session> {
  if (factor === "none") return account.session;
  const { passed, pending } = await enrolFactor(account);
  return factor === "passed" ? passed : pending;
}

/** Creates one account per actor that no other test uses; the seller also has a sellers row. */
export async function openCallers(sql: Sql, factor: Factor): Promise<Callers> {
  const accounts = await Promise.all(
    ACCOUNTS.map(async (actor) => {
      const account = await createAccount(sql, actor === "another_user" ? "user" : actor);
      return { actor, account, session: await sessionOf(account, factor) };
    }),
  );
  const seller = accounts.find(({ actor }) => actor === "vendedor")!.account;
  await sql`insert into public.sellers (user_id, full_name, document, phone, status) values (${seller.id}, 'Vera', ${newDocument()}, '48999990000', 'active')`;
  return {
    callers: [
      { actor: "anon", headers: headersOf(null) },
      ...accounts.map(({ actor, session }) => ({ actor, headers: headersOf(session) })),
    ],
    ids: Object.fromEntries(accounts.map(({ actor, account }) => [actor, account.id])) as Record<Account, string>,
    async close() {
      const ids = accounts.map(({ account }) => account.id);
      await sql`delete from public.sellers where user_id in ${sql(ids)}`;
      await sql`delete from public.backups where created_by in ${sql(ids)}`;
      for (const { account } of accounts) await deleteAccount(sql, account);
    },
  };
}
