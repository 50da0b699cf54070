import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, MAIN_ADMINS_UP, NOBODY, type Account } from "../actors";
import { asOwner, asRole, becomeRole, callAs } from "../as-role";
import { makeSale } from "../commerce/money";
import { newDocument } from "../commerce/sale-support";

type Tx = TransactionSql;
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => "allowed",
    (error: { code?: string }) => error.code,
  );
const pending =
  (account: Account, due = "now() + interval '1 day'") =>
  (tx: Tx) =>
    tx.unsafe(`insert into public.account_erasures (user_id, due_at) values ('${ID_OF[account]}', ${due})`);

describeAccess("account_erasures", pending("user"), [
  ["select", ["user", ...MAIN_ADMINS_UP], "select user_id from public.account_erasures"],
  ["insert", NOBODY, (tx) => tx`insert into public.account_erasures (user_id, due_at) values (${ID_OF.user}, now())`],
  ["update", NOBODY, "update public.account_erasures set due_at = now()"],
  ["delete", NOBODY, "delete from public.account_erasures"],
]);

/** Mails of this transaction; other tests leave some in the outbox. */
const mails = (tx: Tx) =>
  tx<
    { template: string; to: string }[]
  >`select data ->> 'template' as template, data ->> 'to' as "to" from private.outbox where job = 'send-mail' and data ->> 'template' like 'account\\_%' and created_at = now() order by template`;

describe("request_account_erasure()", () => {
  it("waits seven days, sends one mail for repeated requests and writes to the audit log", async () => {
    const seen = await asRole("user", async (tx) => {
      const [first] = await tx`select public.request_account_erasure() = now() + interval '7 days' as "inSevenDays"`;
      await tx`select public.request_account_erasure()`;
      await tx`reset role`;
      const [audit] =
        await tx`select count(*)::int as lines from public.audit_log where entity = 'account_erasures' and actor_id = ${ID_OF.user} and action = 'insert'`;
      return { ...first, ...audit, mails: [...(await mails(tx))] };
    });
    expect(seen).toEqual({
      inSevenDays: true,
      lines: 1,
      mails: [{ template: "account_erasure_requested", to: "user@actors.example.org" }],
    });
  });

  it("can be cancelled once, with a separate mail", async () => {
    const seen = await asRole("user", async (tx) => {
      await tx`select public.request_account_erasure()`;
      const [first] = await tx`select public.cancel_account_erasure() as done`;
      const [second] = await tx`select public.cancel_account_erasure() as done`;
      await tx`reset role`;
      return {
        first: first!.done.outcome === "saved",
        second: second!.done.outcome === "saved",
        rows: (await tx`select from public.account_erasures`).count,
        mails: (await mails(tx)).map(({ template }) => template).toSorted(),
      };
    });
    expect(seen).toEqual({
      first: true,
      second: false,
      rows: 0,
      mails: ["account_erasure_cancelled", "account_erasure_requested"],
    });
  });

  it("is refused for anonymous visitors, blocked accounts and the last superadministrador", async () => {
    expect(await outcome(asRole("anon", (tx) => tx`select public.request_account_erasure()`))).toBe("42501");
    expect(
      await outcome(
        asRole(
          "user",
          (tx) => tx`update public.profiles set blocked_at = now() where id = ${ID_OF.user}`,
          (tx) => tx`select public.request_account_erasure()`,
        ),
      ),
    ).toBe("42501");
    const others = (tx: Tx) =>
      tx`update public.profiles set role = 'user' where role = 'superadministrador' and id <> ${ID_OF.superadministrador}`;
    expect(
      await outcome(asRole("superadministrador", others, (tx) => tx`select public.request_account_erasure()`)),
    ).toBe("55000");
  });
});

describe("erase_next_account()", () => {
  const erase = async (tx: Tx) => {
    const [row] = await callAs(
      tx,
      "service_role",
      () => tx<{ account: string | null }[]>`select public.erase_next_account() as account`,
    );
    return row!.account;
  };
  const exists = async (tx: Tx, account: Account) =>
    (await tx`select from auth.users where id = ${ID_OF[account]}`).count > 0;

  it("erases only accounts whose waiting period is over, and writes the audit entry in the same transaction", async () => {
    const seen = await asOwner(async (tx) => {
      await pending("user", "now()")(tx);
      await pending("another_user", "now() + interval '1 minute'")(tx);
      const erased = [await erase(tx), await erase(tx)];
      const lines =
        await tx`select action, reason, before from public.audit_log where entity = 'profiles' and entity_id = ${ID_OF.user} and action = 'delete'`;
      return {
        erased,
        left: [await exists(tx, "user"), await exists(tx, "another_user")],
        lines: [...lines],
        mails: [...(await mails(tx))],
      };
    });
    expect(seen).toEqual({
      erased: [ID_OF.user, null],
      left: [false, true],
      lines: [{ action: "delete", reason: "LGPD", before: { role: "user" } }],
      mails: [{ template: "account_erased", to: "user@actors.example.org" }],
    });
  });

  it("leaves no personal data except what the law requires", async () => {
    const seen = await asOwner(async (tx) => {
      // Removes file deletions that other tests queued.
      await tx`delete from private.file_deletions`;
      await tx`update public.profiles set full_name = 'Maria Traceable', phone = '48 91234 5678', email_verified_at = now() where id = ${ID_OF.user}`;
      const mail = "user@actors.example.org";
      await tx`insert into public.trip_panel_requests (user_id, name, email, delivery_kind, origin, destination) values (${ID_OF.user}, 'Maria Traceable', ${mail}, 'digital', 'A', 'B')`;
      await tx`insert into public.service_requests (kind, payload, requester_name, requester_email, state_abbr) values ('new', '{"photos": ["mine.webp"]}', 'Maria Traceable', ${mail}, 'SC')`;
      await tx`insert into public.takedown_requests (url, claimant_name, email, reason) values ('https://example.org', 'Maria Traceable', ${mail}, 'a reason')`;
      await tx`insert into public.reports (subject_type, subject_id, reason, reporter_email) values ('page', '/x', 'wrong', ${mail})`;
      await tx`insert into public.ad_leads (company, contact_name, email) values ('Hotel', 'Maria Traceable', ${mail})`;
      await tx`insert into public.app_reviews (user_id, rating, name) values (${ID_OF.user}, 4, 'Maria Traceable')`;
      await tx`insert into public.page_views (page_path, user_id) values ('/x', ${ID_OF.user})`;
      await tx`insert into auth.refresh_tokens (id, token, user_id) values ('1', 't', ${ID_OF.user})`;
      await pending("user", "now()")(tx);
      await erase(tx);
      const traces: string[] = [];
      const columns = await tx<{ schema: string; table: string; column: string }[]>`
        select table_schema as schema, table_name as table, column_name as column from information_schema.columns
        where (table_schema, table_name) in (select schemaname, tablename from pg_tables where schemaname in ('public', 'auth', 'private', 'records'))
          and table_name <> 'personal_columns'`;
      for (const { schema, table, column } of columns) {
        const found =
          await tx`select from ${tx(schema)}.${tx(table)} where ${tx(column)}::text ~* ${`(^|[^_a-z])user@actors[.]example|Maria Traceable|91234 5678|${ID_OF.user}`} limit 1`;
        if (found.count > 0) traces.push(`${schema}.${table}.${column}`);
      }
      const files = await tx<{ name: string }[]>`select name from private.file_deletions`;
      return { traces: traces.toSorted(), files: files.map(({ name }) => name) };
    });
    expect(seen.files).toEqual(["mine.webp"]);
    // Allowed remains: the confirmation mail, the account id in the audit log, and a takedown claim, which is kept as evidence.
    expect(seen.traces).toEqual([
      "private.outbox.data",
      "public.audit_log.actor_id",
      "public.audit_log.entity_id",
      "public.takedown_requests.claimant_name",
      "public.takedown_requests.email",
    ]);
  });

  it("does not delete rows with an address that the account never confirmed", async () => {
    const left = await asOwner(async (tx) => {
      await tx`update public.profiles set email_verified_at = null where id = ${ID_OF.user}`;
      await tx`insert into public.ad_leads (company, contact_name, email) values ('Hotel', 'Ana', 'user@actors.example.org')`;
      await pending("user", "now()")(tx);
      await erase(tx);
      return (await tx`select from public.ad_leads where email = 'user@actors.example.org'`).count;
    });
    expect(left).toBe(1);
  });

  it("continues with other accounts when one cannot be erased, and retries that one after an hour", async () => {
    const seen = await asOwner(async (tx) => {
      await tx`update public.profiles set role = 'user' where role = 'superadministrador' and id <> ${ID_OF.superadministrador}`;
      await pending("superadministrador", "now() - interval '2 days'")(tx);
      await pending("user", "now()")(tx);
      const order = [await erase(tx), await erase(tx), await erase(tx)];
      const [row] = await tx`select failure from public.account_erasures where user_id = ${ID_OF.superadministrador}`;
      await tx`update public.account_erasures set failed_at = now() - interval '61 minutes'`;
      return { order, failure: row!.failure as string, again: await erase(tx) };
    });
    expect(seen).toEqual({
      order: [ID_OF.superadministrador, ID_OF.user, null],
      failure: expect.stringContaining("55000") as unknown,
      again: ID_OF.superadministrador,
    });
  });

  it("is not executable by accounts", async () => {
    for (const actor of ["anon", "user", "superadministrador"] as const)
      expect(await outcome(asRole(actor, (tx) => tx`select public.erase_next_account()`))).toBe("42501");
  });
});

describe("delete_account()", () => {
  const remove = (
    actor: Account,
    account: Account,
    email = `${account}@actors.example.org`,
    arrange?: (tx: Tx) => Promise<unknown>,
  ) =>
    asRole(actor, arrange, async (tx) => {
      await tx`select public.delete_account(${ID_OF[account]}, ${email})`;
      await tx`reset role`;
      const [audit] =
        await tx`select actor_id, reason from public.audit_log where entity = 'profiles' and entity_id = ${ID_OF[account]} and action = 'delete'`;
      return {
        exists: (await tx`select from auth.users where id = ${ID_OF[account]}`).count > 0,
        audit: audit && { ...audit },
      };
    });

  it("erases an account of lower rank", async () => {
    expect(await remove("main_admin", "user")).toEqual({
      exists: false,
      audit: { actor_id: ID_OF.main_admin, reason: "LGPD" },
    });
  });

  it("erases a seller with sales: contracts and financial data are kept, contact data is deleted, and only financial managers can read the rest", async () => {
    const seen = await asRole(
      "main_admin",
      async (tx) => {
        await tx`delete from public.ads`;
        const sale = await makeSale(tx);
        await tx`update public.sellers set pix_key = 'vera@example.org', city = 'Lages' where id = ${sale.seller}`;
        await tx`insert into public.commissions (sale_id, seller_id, amount_cents, status) values (${sale.id}, ${sale.seller}, 100, 'paid')`;
        await tx`update public.commission_lines set paid_at = now() where sale_id = ${sale.id}`;
      },
      async (tx) => {
        await tx`select public.delete_account(${ID_OF.vendedor}, 'vendedor@actors.example.org')`;
        await tx`reset role`;
        const [seller] =
          await tx`select user_id, full_name, document ~ '^\\d{11}$' as document, phone, city, pix_key, status, erased_at is not null as erased from public.sellers where full_name = 'Vera' and user_id is null`;
        const [left] =
          await tx`select (select count(*)::int from public.sales where client_contact_name = 'Ana') as sales, (select count(*)::int from public.commissions) as commissions, (select count(*)::int from auth.users where id = ${ID_OF.vendedor}) as accounts`;
        const readable: Record<string, number> = {};
        for (const [actor, permissions] of [
          ["admin", ["sellers"]],
          ["admin", ["financials"]],
          ["main_admin", []],
        ] as const) {
          await tx`update public.profiles set permissions = ${permissions as unknown as string[]} where id = ${ID_OF[actor]}`;
          await becomeRole(tx, actor);
          readable[`${actor} ${permissions.join()}`.trim()] = (await tx`select from public.sales`).count;
          await tx`reset role`;
        }
        return { seller: { ...seller }, left: { ...left }, readable };
      },
    );
    expect(seen).toEqual({
      seller: {
        user_id: null,
        full_name: "Vera",
        document: true,
        phone: "",
        city: null,
        pix_key: null,
        status: "suspended",
        erased: true,
      },
      left: { sales: 1, commissions: 1, accounts: 0 },
      readable: { "admin sellers": 0, "admin financials": 1, main_admin: 1 },
    });
  });

  it("keeps the Pix key of an erased seller while commissions are unpaid, and the daily job deletes it later", async () => {
    const keys = await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      await tx`update public.sellers set pix_key = 'vera@example.org' where id = ${sale.seller}`;
      await tx`insert into public.commissions (sale_id, seller_id, amount_cents, status) values (${sale.id}, ${sale.seller}, 100, 'approved')`;
      await tx`select private.erase_account(${ID_OF.vendedor}, null)`;
      const key = async () =>
        (await tx<{ pix_key: string | null }[]>`select pix_key from public.sellers where id = ${sale.seller}`)[0]
          ?.pix_key;
      await tx`update public.sellers set erased_at = now() - interval '1 day' where id = ${sale.seller}`;
      await tx`select public.delete_expired_records()`;
      const owed = await key();
      await tx`update public.commissions set status = 'paid' where sale_id = ${sale.id}`;
      await tx`update public.commission_lines set paid_at = now() where sale_id = ${sale.id}`;
      await tx`select public.delete_expired_records()`;
      return [owed, await key()];
    });
    expect(keys).toEqual(["vera@example.org", null]);
  });

  it("erases a seller without sales completely", async () => {
    const left = await asOwner(async (tx) => {
      await tx`delete from public.sellers where user_id = ${ID_OF.another_user}`;
      await tx`insert into public.sellers (user_id, full_name, document, phone) values (${ID_OF.another_user}, 'Zeno', ${newDocument()}, '48999990000')`;
      await tx`select private.erase_account(${ID_OF.another_user}, null)`;
      return (await tx`select from public.sellers where full_name = 'Zeno'`).count;
    });
    expect(left).toBe(0);
  });

  it("writes no audit entry when the erasure fails", async () => {
    const lines = await asOwner(async (tx) => {
      await tx`create function private.fail_for_test() returns trigger language plpgsql set search_path = '' as $$ begin raise exception 'no'; end $$`;
      await tx`create trigger fail_for_test before delete on auth.users for each row execute function private.fail_for_test()`;
      await tx.savepoint((inner) => inner`select private.erase_account(${ID_OF.user}, null)`).catch(() => undefined);
      return (
        await tx`select from public.audit_log where entity = 'profiles' and entity_id = ${ID_OF.user} and action = 'delete'`
      ).count;
    });
    expect(lines).toBe(0);
  });

  it("requires the account's e-mail address as confirmation", async () => {
    expect((await remove("main_admin", "user", "User@actors.example.org ")).exists).toBe(false);
    await expect(remove("main_admin", "user", "other@actors.example.org")).rejects.toMatchObject({ code: "22023" });
  });

  it("is refused for accounts of higher rank and for other roles", async () => {
    expect(await outcome(remove("main_admin", "superadministrador"))).toBe("42501");
    expect(await outcome(remove("admin", "user"))).toBe("42501");
    expect(await outcome(remove("main_admin", "main_admin"))).toBe("42501");
  });
});

it("a merge does not transfer a pending erasure to the kept account", async () => {
  const rows = await asOwner(async (tx) => {
    await pending("user")(tx);
    await tx`update public.account_erasures set user_id = ${ID_OF.another_user} where user_id = ${ID_OF.user}`;
    return tx<{ user_id: string }[]>`select user_id from public.account_erasures`;
  });
  expect(rows.map(({ user_id }) => user_id)).toEqual([ID_OF.user]);
});
