import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { STEP_UP } from "@/lib/platform/auth/step-up";
import { ACCOUNTS, ID_OF, sessionOf, type Account } from "../actors";
import { asOwner, asRole, becomeRole, callAs, sql } from "../as-role";
import { addEvent } from "../events/rows";
import { newDocument } from "../commerce/sale-support";

const EVENT = "00000000-0000-4000-8000-00000000e371";
const RECIPIENT = "00000000-0000-4000-8000-00000000e372";
const SELLER = "00000000-0000-4000-8000-0000000000a9";

const STAFF: readonly Account[] = ["editor", "admin", "main_admin", "superadministrador"];
const OTHERS = ACCOUNTS.filter((account) => !STAFF.includes(account));

const addFactor = (tx: TransactionSql, account: Account, status = "verified") =>
  tx`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), ${ID_OF[account]}, 'totp', ${status}, now(), now())`;

type Age = { opened?: string; seen?: string; aal?: "aal1" | "aal2" };

/** The state that `current_account()` returns for a session of the given age and idle time. */
async function stateOf(
  account: Account,
  { opened = "1 minute", seen = opened, aal = "aal1" }: Age,
  arrange: (tx: TransactionSql) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const [row] = await asOwner(async (tx) => {
    await becomeRole(tx, account, aal === "aal2" ? "passed" : "none");
    await tx`reset role`;
    await tx`update auth.sessions set created_at = now() - ${opened}::interval where id = ${sessionOf(account)}`;
    await tx`insert into private.session_activity (session_id, seen_at) values (${sessionOf(account)}, now() - ${seen}::interval)`;
    await arrange(tx);
    await becomeRole(tx, account, aal === "aal2" ? "passed" : "none");
    return tx`select session_state from public.current_account()`;
  });
  return row?.session_state as string;
}

describe("a session", () => {
  it.each(STAFF)("of %s ends after 30 idle minutes and after 12 hours", async (account) => {
    expect(await stateOf(account, { opened: "11 hours 59 minutes", seen: "29 minutes" })).toBe("live");
    expect(await stateOf(account, { opened: "11 hours 59 minutes", seen: "31 minutes" })).toBe("idle");
    expect(await stateOf(account, { opened: "12 hours 1 minute", seen: "1 minute" })).toBe("expired");
  });

  it.each(OTHERS)("of %s has no such limits", async (account) => {
    expect(await stateOf(account, { opened: "90 days", seen: "60 days" })).toBe("live");
  });

  it.each(ACCOUNTS)("of %s with a verified factor is valid only after its code", async (account) => {
    expect(await stateOf(account, {}, (tx) => addFactor(tx, account))).toBe("second_factor");
    expect(await stateOf(account, { aal: "aal2" }, (tx) => addFactor(tx, account))).toBe("live");
    expect(await stateOf(account, {}, (tx) => addFactor(tx, account, "unverified"))).toBe("live");
  });

  it.each(ACCOUNTS)("of %s requires a factor when the setting is on and the account is staff", async (account) => {
    const require = (tx: TransactionSql) =>
      tx`insert into public.app_settings (key, value, "group") values ('system_staff_second_factor', 'true', 'system') on conflict (key) do update set value = 'true'`;
    expect(await stateOf(account, {}, require)).toBe(STAFF.includes(account) ? "enrolment" : "live");
  });

  it("that was ended, or is of a blocked account, is invalid", async () => {
    expect(
      await stateOf(
        "admin",
        {},
        (tx) => tx`update auth.sessions set not_after = now() where id = ${sessionOf("admin")}`,
      ),
    ).toBe("ended");
    expect(
      await stateOf("admin", {}, (tx) => tx`update public.profiles set blocked_at = now() where id = ${ID_OF.admin}`),
    ).toBe("blocked");
  });
});

it("a session that ends while it is read is reported as ended", async () => {
  const session = randomUUID();
  await sql`insert into auth.sessions (id, user_id, aal, created_at, updated_at) values (${session}, ${ID_OF.editor}, 'aal1', now(), now())`;
  const read = await sql.begin(async (ending) => {
    await ending`delete from auth.sessions where id = ${session}`;
    const reading = stateOfSession(session);
    await expect.poll(() => waitsForLock(ending)).toBe(true);
    return { state: reading };
  });
  expect(await read.state).toBe("ended");
});

/** The state that `current_account()` returns for a committed session of the editor. */
async function stateOfSession(session: string): Promise<string> {
  const [row] = await asOwner(async (tx) => {
    const claims = { sub: ID_OF.editor, role: "authenticated", session_id: session, aal: "aal1" };
    await tx`select
      set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('request.jwt.claim.sub', ${ID_OF.editor}, true)`;
    await tx`set local role authenticated`;
    return tx`select session_state from public.current_account()`;
  });
  return row?.session_state as string;
}

const waitsForLock = async (tx: TransactionSql): Promise<boolean> =>
  (await tx`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`).count > 0;

describe("without a valid session", () => {
  const asPending = (account: Account, run: (tx: TransactionSql) => Promise<number>) =>
    asRole(account, (tx) => addFactor(tx, account), run);
  const count = async (tx: TransactionSql, table: string) =>
    Number((await tx`select count(*) from ${tx(table)}`)[0]!.count);

  it("an account cannot read its own rows or use permissions", async () => {
    expect(await asRole("main_admin", (tx) => count(tx, "profiles"))).toBeGreaterThan(1);
    const seen: Record<string, number> = {};
    for (const table of ["profiles", "roles", "permission_definitions", "role_permissions", "audit_log"])
      seen[table] = await asPending("main_admin", (tx) => count(tx, table));
    expect(seen).toEqual({ profiles: 0, roles: 0, permission_definitions: 0, role_permissions: 0, audit_log: 0 });
    await expect(
      asPending(
        "main_admin",
        async (tx) => (await tx`select public.set_account_role(${ID_OF.user}, 'editor', '{}')`).count,
      ),
    ).rejects.toMatchObject({ code: "42501" });
  });

  it("an ended session's token reads nothing, immediately", async () => {
    const seen = await asOwner(async (tx) => {
      const before = await callAs(tx, "user", () => count(tx, "profiles"));
      await tx`delete from auth.sessions where id = ${sessionOf("user")}`;
      await tx`set local role authenticated`;
      return { before, after: await count(tx, "profiles") };
    });
    expect(seen).toEqual({ before: 1, after: 0 });
  });
});

describe("functions that require a recent authentication", () => {
  const age = (tx: TransactionSql, minutes: number) =>
    tx`update auth.mfa_amr_claims set updated_at = now() - make_interval(mins => ${minutes})`;
  const CHANGES: [name: string, account: Account, change: (tx: TransactionSql) => Promise<unknown>][] = [
    ["set_account_role", "main_admin", (tx) => tx`select public.set_account_role(${ID_OF.user}, 'editor', '{}')`],
    [
      "delete_account",
      "main_admin",
      (tx) => tx`select public.delete_account(${ID_OF.user}, 'user@actors.example.org')`,
    ],
    [
      "merge_accounts",
      "main_admin",
      (tx) =>
        tx`select public.merge_accounts(${ID_OF.user}, 'another_user@actors.example.org', 'user@actors.example.org', 'two accounts', false)`,
    ],
    ["reset_mfa", "main_admin", (tx) => tx`select public.reset_mfa(${ID_OF.user}, 'lost phone')`],
    ["export_account", "main_admin", (tx) => tx`select public.export_account(${ID_OF.user})`],
    ["set_account_blocked", "main_admin", (tx) => tx`select public.set_account_blocked(${ID_OF.user}, true, 'spam')`],
    ["end_sessions", "main_admin", (tx) => tx`select public.end_sessions(${ID_OF.user})`],
    ["end_session", "main_admin", (tx) => tx`select public.end_session(${sessionOf("user")})`],
    [
      "set_seller_commission",
      "main_admin",
      (tx) => tx`select public.set_seller_commission(${SELLER}, 10, current_date)`,
    ],
    [
      "create_event_api_token",
      "main_admin",
      (tx) =>
        tx`select public.create_event_api_token(gen_random_uuid(), 'Planilha', '{code}', '{}', now() + interval '1 day', repeat('a', 64))`,
    ],
    [
      "decide_event_recipient",
      "main_admin",
      (tx) => tx`select public.decide_event_recipient(gen_random_uuid(), 'approve')`,
    ],
    [
      "record_event_payout",
      "main_admin",
      (tx) =>
        tx`select public.record_event_payout(gen_random_uuid(), gen_random_uuid(), 1, current_date - 1, 'Pix', 'E123')`,
    ],
    ["cancel_event_payout", "main_admin", (tx) => tx`select public.cancel_event_payout(gen_random_uuid(), 'Errado')`],
    ["set_event_recipient", "main_admin", (tx) => tx`select public.set_event_recipient(${EVENT}, 'portal')`],
    ["withdraw_event_recipient", "main_admin", (tx) => tx`select public.withdraw_event_recipient(${RECIPIENT})`],
    [
      "role_permissions",
      "superadministrador",
      (tx) => tx`insert into public.role_permissions (role, permission_key) values ('editor', 'users')`,
    ],
    [
      "the name of the setting for staff",
      "main_admin",
      (tx) => tx`update public.app_settings set key = 'system_renamed' where key = 'system_staff_second_factor'`,
    ],
    [
      "payment_settings",
      "main_admin",
      (tx) => tx`update public.payment_settings set value = value where key = 'pix_config'`,
    ],
  ];

  it("contain every function of the list", () => {
    const names = CHANGES.map(([name]) => name);
    expect(STEP_UP.functions.filter((name) => !names.includes(name))).toEqual([]);
  });

  it("do not ask for it when an account exports its own data", () =>
    asOwner(async (tx) => {
      await becomeRole(tx, "main_admin");
      await tx`reset role`;
      await age(tx, 11);
      await becomeRole(tx, "main_admin");
      const [row] = await tx`select public.export_account(${ID_OF.main_admin}) as copy`;
      expect(row!.copy).toMatchObject({ account: { id: ID_OF.main_admin } });
    }));

  it.each(CHANGES)(
    "%s is refused with 28000 eleven minutes after the authentication",
    async (_name, account, change) => {
      const run = (minutes: number) =>
        asOwner(async (tx) => {
          await tx`insert into public.payment_settings (key, value, is_public) values ('pix_config', '{}', true) on conflict do nothing`;
          await tx`insert into public.app_settings (key, value, "group") values ('system_staff_second_factor', 'false', 'system') on conflict do nothing`;
          await tx`
            insert into public.sellers (id, user_id, full_name, document, phone, status)
            values (${SELLER}, ${ID_OF.vendedor}, 'Vera', ${newDocument()}, '48999990000', 'active')`;
          await addEvent(tx, { id: EVENT, organizer_id: ID_OF.main_admin });
          await tx`
            insert into public.event_recipients (id, event_id, kind, pix_key_type, pix_key, name, city)
            values (${RECIPIENT}, ${EVENT}, 'pix', 'email', 'clube@example.org', 'Clube', 'Lages')`;
          await becomeRole(tx, account);
          await tx`reset role`;
          await age(tx, minutes);
          await tx`set local role authenticated`;
          await change(tx);
        });
      await run(9);
      await expect(run(11)).rejects.toMatchObject({ code: "28000" });
    },
  );

  it.each([
    ["a mailed link", {}, "otp", true],
    ["a mailed link, with a password", { password: "hash" }, "otp", false],
    ["the password", { password: "hash" }, "password", true],
    ["the password, with a factor", { password: "hash", factor: true }, "password", false],
    ["the factor", { password: "hash", factor: true }, "totp", true],
    ["an account of Google", {}, "oauth", false],
  ])(
    "is accepted after %s: %j",
    async (_name, { password = "", factor = false }: { password?: string; factor?: boolean }, method, isProof) => {
      const [row] = await asOwner(async (tx) => {
        await becomeRole(tx, "user", factor ? "passed" : "none");
        await tx`reset role`;
        await tx`update auth.users set encrypted_password = ${password} where id = ${ID_OF.user}`;
        await tx`delete from auth.mfa_amr_claims where session_id = ${sessionOf("user")}`;
        await tx`insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionOf("user")}, ${method})`;
        await tx`set local role authenticated`;
        return tx`select public.has_recent_proof() as has`;
      });
      expect(row?.has).toBe(isProof);
    },
  );
});

describe("the verification of an account's address", () => {
  it.each([
    ["a mailed link", {}, "otp", 0, true],
    ["a mailed link, with a password", { encrypted_password: "hash" }, "otp", 0, true],
    ["a recovery link", {}, "recovery", 0, true],
    ["a code that may have gone to a phone", { phone: "5548999990000" }, "otp", 0, false],
    ["the password", { encrypted_password: "hash" }, "password", 0, false],
    ["a link opened eleven minutes ago", {}, "otp", 11, false],
  ])("is accepted after %s: %j", async (_name, changes, method, minutes, isProof) => {
    const [row] = await asOwner(async (tx) => {
      await becomeRole(tx, "user");
      await tx`reset role`;
      await tx`update auth.users set ${tx({ encrypted_password: "", ...changes })} where id = ${ID_OF.user}`;
      await tx`delete from auth.mfa_amr_claims where session_id = ${sessionOf("user")}`;
      await tx`insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at) values (${sessionOf("user")}, ${method}, now() - make_interval(mins => ${minutes}))`;
      await tx`set local role authenticated`;
      return tx`select public.session_proves_mail() as proves`;
    });
    expect(row?.proves).toBe(isProof);
  });
});

describe("own sessions", () => {
  it("are listed and ended by their own account only", async () => {
    const other = await asOwner(async (tx) => {
      await becomeRole(tx, "another_user");
      await becomeRole(tx, "user");
      const own = await tx`select id, is_current from public.list_own_sessions()`;
      const foreign = await tx`select public.end_own_session(${sessionOf("another_user")}) as ended`;
      const ended = await tx`select public.end_own_session(${sessionOf("user")}) as ended`;
      return {
        own: [...own],
        foreign: foreign[0]!.ended.outcome === "saved",
        ended: ended[0]!.ended.outcome === "saved",
        left: (await tx`select id from public.list_own_sessions()`).length,
      };
    });
    expect(other).toEqual({
      own: expect.arrayContaining([{ id: sessionOf("user"), is_current: true }]) as unknown,
      foreign: false,
      ended: true,
      left: 0,
    });
  });
});

it("no policy or function calls auth.uid() instead of private.account_id()", async () => {
  const exempt = [
    "session_state",
    "account_id",
    "current_account",
    "has_recent_proof",
    "require_recent_proof_of_caller",
    "use_recovery_code",
  ];
  const functions = await sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f' and (prosecdef or prosqlbody is not null) and pg_get_functiondef(oid) like '%auth.uid()%' order by 1`;
  expect(functions.map(({ name }) => name).filter((name) => !exempt.includes(name))).toEqual([]);
  const policies =
    await sql`select policyname from pg_policies where schemaname in ('public', 'storage') and concat(qual, with_check) like '%auth.uid()%'`;
  expect([...policies]).toEqual([]);
});
