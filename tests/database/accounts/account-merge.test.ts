import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { kindOfTable } from "@/lib/accounts/accounts/users/rules";
import { mergeResultSchema, type MergeResult } from "@/lib/accounts/accounts/users/schema";
import { ACCOUNTS, ID_OF, MAIN_ADMINS_UP, type Account, type Actor } from "../actors";
import { asRole, sql } from "../as-role";

const REFUSED = "42501";
const emailOf = (account: Account) => `${account}@actors.example.org`;
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => "allowed",
    (error: { code?: string }) => error.code,
  );

type Merge = { gone?: Account; kept?: string; typed?: string; reason?: string; dryRun?: boolean };

/** Merges `user` into `another_user` by default. */
async function merge(
  tx: TransactionSql,
  {
    gone = "user",
    kept = emailOf("another_user"),
    typed = emailOf(gone),
    reason = "two accounts",
    dryRun = false,
  }: Merge = {},
): Promise<MergeResult> {
  const [row] = await tx<
    { result: unknown }[]
  >`select public.merge_accounts(${ID_OF[gone]}, ${kept}, ${typed}, ${reason}, ${dryRun}) as result`;
  return mergeResultSchema.parse(row!.result);
}

/** Runs a merge as a manager, then a query as the owner. */
const merged = <T>(
  options: Merge,
  arrange: (tx: TransactionSql) => Promise<unknown>,
  look: (tx: TransactionSql, answer: MergeResult) => Promise<T>,
  actor: Actor = "main_admin",
) =>
  asRole(actor, arrange, async (tx) => {
    const answer = await merge(tx, options);
    await tx`reset role`;
    return look(tx, answer);
  });

const addSeller = (tx: TransactionSql, account: Account, status: string, document = "11144477735") => tx`
  insert into public.sellers (user_id, full_name, document, phone, status) values (${ID_OF[account]}, 'S', ${document}, '+5548999990000', ${status})`;

const addView = (tx: TransactionSql, account: Account, name: string) =>
  tx`insert into public.saved_views (user_id, resource, name, query) values (${ID_OF[account]}, 'blog', ${name}, ${account})`;

async function addRows(tx: TransactionSql): Promise<void> {
  // Other tests leave notices of paid sales.
  await tx`delete from public.notifications where user_id = ${ID_OF.another_user}`;
  await addView(tx, "user", "same");
  await addView(tx, "user", "own");
  await addView(tx, "another_user", "same");
  await tx`insert into public.notifications (user_id, title, body) values (${ID_OF.user}, 'N', 'n'), (${ID_OF.user}, 'M', 'm')`;
  await tx`insert into public.access_logs (user_id, event) values (${ID_OF.user}, 'sign_in')`;
  await tx`insert into public.admin_tasks (title, assigned_to) values ('T', ${ID_OF.user})`;
  await tx`insert into public.page_views (page_path, user_id) values ('/home', ${ID_OF.user})`;
  await tx`insert into storage.buckets (id, name) values ('merge-test', 'merge-test')`;
  await tx`insert into storage.objects (id, bucket_id, name, owner, owner_id) values (${randomUUID()}, 'merge-test', 'a.txt', ${ID_OF.user}, ${ID_OF.user})`;
  await tx`insert into public.takedown_requests (url, claimant_name, email, reason) values ('https://example.org/x', 'U', ${emailOf("user")}, 'a reason that is long enough')`;
}

const REPORT = [
  { table: "access_logs", moved: 1, dropped: 0, stays: 0 },
  { table: "admin_tasks", moved: 1, dropped: 0, stays: 0 },
  // Two notices, and the one about the task.
  { table: "notifications", moved: 3, dropped: 0, stays: 0 },
  { table: "page_views", moved: 0, dropped: 0, stays: 1 },
  { table: "saved_views", moved: 1, dropped: 1, stays: 0 },
  { table: "files", moved: 1, dropped: 0, stays: 0 },
];

describe("merge_accounts()", () => {
  it.each(ACCOUNTS)("as %s, two accounts of the lowest rank are merged or the merge is refused", async (actor) => {
    const can = MAIN_ADMINS_UP.some((role) => role === actor);
    expect(await outcome(asRole(actor, (tx) => merge(tx)))).toBe(can ? "allowed" : REFUSED);
    expect(await outcome(asRole(actor, (tx) => merge(tx, { dryRun: true })))).toBe(can ? "allowed" : REFUSED);
  });

  it("is refused for anonymous visitors", async () => {
    expect(await outcome(asRole("anon", (tx) => merge(tx, { dryRun: true })))).toBe(REFUSED);
  });

  it.each([
    ["its own account into another", "main_admin", { gone: "main_admin" }],
    ["another into its own account", "main_admin", { kept: emailOf("main_admin") }],
    ["an account of higher rank", "main_admin", { gone: "superadministrador" }],
    ["into an account of higher rank", "main_admin", { kept: emailOf("superadministrador") }],
    ["an account of its own rank", "superadministrador", { gone: "superadministrador" }],
  ] as const)("does not merge %s", async (_, actor, options) => {
    expect(await outcome(asRole(actor, (tx) => merge(tx, options)))).toBe(REFUSED);
  });

  it("lets an admin with the extra permission merge only accounts of lower rank", async () => {
    const run = (options: Merge) =>
      asRole(
        "admin",
        (tx) => tx`update public.profiles set permissions = '{users}' where id = ${ID_OF.admin}`,
        (tx) => merge(tx, options),
      );
    expect((await run({})).outcome).toBe("saved");
    expect(await outcome(run({ gone: "main_admin" }))).toBe(REFUSED);
    expect(await outcome(run({ kept: emailOf("main_admin") }))).toBe(REFUSED);
  });

  it("in a dry run, returns what would move and changes nothing", async () => {
    const seen = await merged({ dryRun: true, typed: "", reason: "" }, addRows, async (tx, answer) => {
      const [left] =
        await tx`select count(*)::int as views, (select blocked_at from public.profiles where id = ${ID_OF.user}) from public.saved_views where user_id = ${ID_OF.user}`;
      const [lines] = await tx`select count(*)::int from public.audit_log where action = 'merge'`;
      return { answer, left, lines };
    });
    expect(seen.answer).toMatchObject({
      outcome: "saved",
      is_trial: true,
      obstacles: [],
      report: REPORT,
      target: { id: ID_OF.another_user, role: "user" },
    });
    expect([seen.left, seen.lines]).toEqual([{ views: 2, blocked_at: null }, { count: 0 }]);
  });

  it("moves rows and files, keeps the other account's unique row, and leaves append-only rows and rows with the e-mail", async () => {
    const seen = await merged({}, addRows, async (tx, answer) => ({
      answer,
      views:
        await tx`select user_id, name, query from public.saved_views where user_id in (${ID_OF.user}, ${ID_OF.another_user}) order by name`,
      rows: (
        await tx`
          select (select count(*) from public.notifications where user_id = ${ID_OF.another_user})::int as notices,
            (select count(*) from public.admin_tasks where assigned_to = ${ID_OF.another_user})::int as tasks,
            (select count(*) from public.access_logs where user_id = ${ID_OF.another_user})::int as accesses,
            (select count(*) from public.page_views where user_id = ${ID_OF.user})::int as visits,
            (select count(*) from storage.objects where owner = ${ID_OF.another_user} and owner_id = ${ID_OF.another_user})::int as files,
            (select count(*) from public.takedown_requests where email = ${emailOf("user")})::int as requests`
      )[0],
    }));
    expect(seen.answer).toMatchObject({ outcome: "saved", is_trial: false, report: REPORT });
    expect([...seen.views]).toEqual([
      { user_id: ID_OF.another_user, name: "own", query: "user" },
      { user_id: ID_OF.another_user, name: "same", query: "another_user" },
    ]);
    expect(seen.rows).toEqual({ notices: 3, tasks: 1, accesses: 1, visits: 1, files: 1, requests: 1 });
  });

  it("leaves the empty account blocked, without sessions and deletable, with audit entries for both", async () => {
    const seen = await merged(
      {},
      async (tx) => {
        await addRows(tx);
        await tx`insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), ${ID_OF.user}, now(), now())`;
      },
      async (tx) => {
        const lines =
          await tx`select actor_id, entity_id, before, after, reason from public.audit_log where action = 'merge' order by id`;
        const [gone] =
          await tx`select blocked_at is not null as blocked, (select count(*) from auth.sessions where user_id = ${ID_OF.user})::int as sessions from public.profiles where id = ${ID_OF.user}`;
        const { count } = await tx`delete from auth.users where id = ${ID_OF.user}`;
        return { lines: [...lines], gone, count, text: JSON.stringify(lines) };
      },
    );
    const who = { actor_id: ID_OF.main_admin, reason: "two accounts" };
    expect(seen.lines).toEqual([
      { ...who, entity_id: ID_OF.user, before: { role: "user" }, after: { merged_into: ID_OF.another_user } },
      {
        ...who,
        entity_id: ID_OF.another_user,
        before: null,
        after: { merged_from: ID_OF.user, access_logs: 1, admin_tasks: 1, notifications: 3, saved_views: 1, files: 1 },
      },
    ]);
    expect(seen.text).not.toContain("@");
    expect([seen.gone, seen.count]).toEqual([{ blocked: true, sessions: 0 }, 1]);
  });

  it("does not raise the role or permissions of the kept account", async () => {
    const before = { role: "user", permissions: ["tolls"] };
    const seen = await merged(
      { gone: "admin" },
      (tx) =>
        tx`update public.profiles set permissions = case id when ${ID_OF.admin} then '{users}'::text[] else '{tolls}' end where id in (${ID_OF.admin}, ${ID_OF.another_user})`,
      async (tx) => (await tx`select role, permissions from public.profiles where id = ${ID_OF.another_user}`)[0],
    );
    expect(seen).toEqual(before);
  });

  it("keeps the higher role where both accounts work for one event, club or car", async () => {
    const [event, club, vehicle] = [randomUUID(), randomUUID(), randomUUID()];
    const seen = await merged(
      {},
      async (tx) => {
        await tx`insert into public.events (id, slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at) values (${event}, ${`encontro-${event}`}, 'E', 'Clube', 'SC', 4205407, 'Florianópolis', now(), now() + interval '1 day')`;
        await tx`delete from public.event_members where event_id = ${event}`;
        await tx`insert into public.event_members (event_id, account_id, role, ends_at) values (${event}, ${ID_OF.user}, 'treasurer', null), (${event}, ${ID_OF.another_user}, 'gate', now())`;
        await tx`insert into public.clubs (id, name, slug, state_abbr, sources, status) values (${club}, 'C', ${`clube-${club}`}, 'SC', '{teste}', 'to_confirm')`;
        await tx`insert into public.club_members (club_id, user_id, role) values (${club}, ${ID_OF.user}, 'member'), (${club}, ${ID_OF.another_user}, 'admin')`;
        await tx`insert into public.vehicles (id, owner_id, nickname) values (${vehicle}, ${ID_OF.editor}, 'Opala')`;
        await tx`insert into public.vehicle_members (vehicle_id, owner_id, account_id, role) values (${vehicle}, ${ID_OF.editor}, ${ID_OF.user}, 'editor'), (${vehicle}, ${ID_OF.editor}, ${ID_OF.another_user}, 'viewer')`;
      },
      async (tx) => [
        ...(await tx`select account_id, role, ends_at from public.event_members where event_id = ${event}`),
        ...(await tx`select user_id as account_id, role from public.club_members where club_id = ${club}`),
        ...(await tx`select account_id, role from public.vehicle_members where vehicle_id = ${vehicle}`),
      ],
    );
    expect(seen).toEqual([
      { account_id: ID_OF.another_user, role: "treasurer", ends_at: null },
      { account_id: ID_OF.another_user, role: "admin" },
      { account_id: ID_OF.another_user, role: "editor" },
    ]);
  });

  it.each([
    ["a higher role that ended", ["owner", -1], ["gate", 5], ["gate", 5]],
    ["a role instead of a higher one that ended", ["gate", 5], ["owner", -1], ["gate", 5]],
    ["the later end of one role", ["gate", 9], ["gate", 5], ["gate", 9]],
    ["its own later end of one role", ["gate", 5], ["gate", 9], ["gate", 9]],
  ] as const)("decides between roles of an event by what gives access: %s", async (_, gone, kept, expected) => {
    const event = randomUUID();
    const seen = await merged(
      {},
      async (tx) => {
        await tx`insert into public.events (id, slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at) values (${event}, ${`encontro-${event}`}, 'E', 'Clube', 'SC', 4205407, 'Florianópolis', now(), now() + interval '1 day')`;
        await tx`insert into public.event_members (event_id, account_id, role, ends_at) values (${event}, ${ID_OF.user}, ${gone[0]}, now() + make_interval(days => ${gone[1]})), (${event}, ${ID_OF.another_user}, ${kept[0]}, now() + make_interval(days => ${kept[1]}))`;
      },
      async (tx) => [
        ...(await tx`select account_id, role, round(extract(epoch from ends_at - now()) / 86400)::int as days from public.event_members where event_id = ${event}`),
      ],
    );
    expect(seen).toEqual([{ account_id: ID_OF.another_user, role: expected[0], days: expected[1] }]);
  });

  it.each([
    ["an unknown e-mail", { kept: "nobody@actors.example.org" }, "kept_unknown"],
    ["the same account", { kept: emailOf("user") }, "same"],
    ["a mistyped confirmation", { typed: emailOf("another_user") }, "email"],
  ] as const)("refuses %s and changes nothing", async (_, options, obstacle) => {
    const seen = await merged(options, addRows, async (tx, answer) => ({
      answer,
      left: (await tx`select from public.saved_views where user_id = ${ID_OF.user}`).count,
    }));
    expect(seen).toMatchObject({ answer: { outcome: "refused", obstacles: [obstacle], report: [] }, left: 2 });
  });

  it("refuses to keep a blocked account", async () => {
    const answer = await merged(
      {},
      (tx) => tx`update public.profiles set blocked_at = now() where id = ${ID_OF.another_user}`,
      async (_, result) => result,
    );
    expect(answer).toMatchObject({ outcome: "refused", obstacles: ["kept_blocked"] });
  });

  it("requires a reason", async () => {
    expect(await outcome(asRole("main_admin", (tx) => merge(tx, { reason: "  " })))).toBe("22023");
  });
});

describe("merging sellers", () => {
  const obstaclesOf = (arrange: (tx: TransactionSql) => Promise<unknown>, actor: Actor = "main_admin") =>
    merged({}, arrange, async (_, { obstacles }) => obstacles, actor);

  it("refuses when both accounts have financial records", async () => {
    expect(
      await obstaclesOf(async (tx) => [
        await addSeller(tx, "user", "pending"),
        await addSeller(tx, "another_user", "pending", "39053344705"),
      ]),
    ).toEqual(["two_sellers"]);
  });

  it("does not make a non-seller account a seller", async () => {
    expect(await obstaclesOf((tx) => addSeller(tx, "user", "active"))).toEqual(["kept_no_seller"]);
  });

  it("requires the permission to manage sellers", async () => {
    const arrange = async (tx: TransactionSql) => {
      await tx`update public.profiles set permissions = '{users}' where id = ${ID_OF.admin}`;
      await tx`delete from public.role_permissions where role = 'admin' and permission_key = 'sellers'`;
      await addSeller(tx, "user", "pending");
    };
    expect(await obstaclesOf(arrange, "admin")).toEqual(["sellers_permission"]);
  });

  it("moves a registration to a seller's account", async () => {
    const arrange = async (tx: TransactionSql) => {
      await tx`update public.profiles set role = 'vendedor' where id = ${ID_OF.another_user}`;
      await addSeller(tx, "user", "active");
    };
    const seen = await merged({}, arrange, async (tx, answer) => [
      answer.outcome,
      (await tx`select user_id, status from public.sellers where document = '11144477735'`)[0],
    ]);
    expect(seen).toEqual(["saved", { user_id: ID_OF.another_user, status: "active" }]);
  });
});

describe("columns that reference accounts", () => {
  it("have a description for users in the merge", async () => {
    const rows = await sql<{ plain: string }[]>`select distinct plain from private.account_columns()`;
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.map(({ plain }) => plain).filter((table) => kindOfTable(table) === "other")).toEqual([]);
  });

  it("are not moved only where a trigger forbids it", async () => {
    const rows = await sql<{ plain: string }[]>`select plain from private.account_columns() where stays`;
    expect(rows.map(({ plain }) => plain)).toEqual(["page_views"]);
  });

  it("block the merge when a row cannot be moved", async () => {
    const arrange = async (tx: TransactionSql) => {
      await addRows(tx);
      await tx`create function private.refuse_in_test() returns trigger language plpgsql set search_path = '' as 'begin raise exception ''no'' using errcode = ''23514''; end'`;
      await tx`create trigger refuse_in_test before update on public.notifications for each row execute function private.refuse_in_test()`;
    };
    const seen = await merged({}, arrange, async (tx, { outcome: result, obstacles }) => [
      result,
      obstacles,
      (await tx`select from public.saved_views where user_id = ${ID_OF.user}`).count,
    ]);
    expect(seen).toEqual(["refused", ["refused"], 2]);
  });
});

describe("reset_mfa()", () => {
  const reset = (tx: TransactionSql, account: Account, reason = "lost phone") =>
    tx`select public.reset_mfa(${ID_OF[account]}, ${reason}) as ended`;

  it.each(ACCOUNTS)("as %s, the reset for an account of lower rank is allowed or refused", async (actor) => {
    const can = MAIN_ADMINS_UP.some((role) => role === actor);
    expect(await outcome(asRole(actor, (tx) => reset(tx, "user")))).toBe(can ? "allowed" : REFUSED);
  });

  it("is refused for anonymous visitors, for the own account and for higher ranks", async () => {
    for (const [actor, account] of [
      ["anon", "user"],
      ["main_admin", "main_admin"],
      ["main_admin", "superadministrador"],
    ] as const) {
      expect(await outcome(asRole(actor, (tx) => reset(tx, account)))).toBe(REFUSED);
    }
  });

  it("ends the sessions and logs the actor and the reason, but of the target only its id", async () => {
    const seen = await asRole(
      "main_admin",
      async (tx) => {
        // A test that ran before may have left sessions of the account.
        await tx`delete from auth.sessions where user_id = ${ID_OF.editor}`;
        await tx`insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), ${ID_OF.editor}, now(), now())`;
      },
      async (tx) => {
        const [row] = await reset(tx, "editor", "  lost phone ");
        await tx`reset role`;
        const lines =
          await tx`select actor_id, entity, entity_id, before, after, reason from public.audit_log where action = 'mfa_reset'`;
        return {
          row,
          lines: [...lines],
          left: (await tx`select from auth.sessions where user_id = ${ID_OF.editor}`).count,
        };
      },
    );
    expect(seen).toEqual({
      row: { ended: 1 },
      lines: [
        {
          actor_id: ID_OF.main_admin,
          entity: "profiles",
          entity_id: ID_OF.editor,
          before: null,
          after: null,
          reason: "lost phone",
        },
      ],
      left: 0,
    });
  });

  it("requires a reason", async () => {
    expect(await outcome(asRole("main_admin", (tx) => reset(tx, "user", " ")))).toBe("22023");
  });
});
