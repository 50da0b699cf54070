import { describe, expect, it } from "vitest";
import { SETTING_FIELDS, SETTING_PAGES } from "@/lib/platform/settings/schema";
import { describeAccess } from "../access";
import { ACTORS, ADMINS_UP, EDITORS_UP, ID_OF, MAIN_ADMINS_UP, NOBODY } from "../actors";
import { asRole, connect } from "../as-role";

const sql = connect();

const anEvent = "insert into public.access_logs (event) values ('sign_in')";
describeAccess(sql, "access_logs", [
  {
    verb: "select",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(anEvent),
    run: (tx) => tx`select id from public.access_logs`,
  },
  { verb: "insert", can: NOBODY, run: (tx) => tx.unsafe(anEvent) },
  {
    verb: "update",
    can: NOBODY,
    arrange: (tx) => tx.unsafe(anEvent),
    run: (tx) => tx`update public.access_logs set device = ''`,
  },
  { verb: "delete", can: NOBODY, arrange: (tx) => tx.unsafe(anEvent), run: (tx) => tx`delete from public.access_logs` },
]);

const aVersion =
  "insert into public.algorithm_settings (algorithm, version, weights, is_active) values ('search', 9001, '{}', false)";
describeAccess(sql, "algorithm_settings", [
  {
    verb: "select",
    what: "an old version",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aVersion),
    run: (tx) => tx`select id from public.algorithm_settings where version = 9001`,
  },
  {
    verb: "select",
    what: "the active version",
    can: ACTORS,
    arrange: (tx) => tx.unsafe(aVersion.replace("false", "true")),
    run: (tx) => tx`select id from public.algorithm_settings where is_active`,
  },
  {
    verb: "select",
    what: "the active conditions of trips",
    can: ACTORS,
    arrange: (tx) => tx.unsafe(aVersion.replace("false", "true").replace("search", "trip_conditions")),
    run: (tx) => tx`select id from public.algorithm_settings where is_active and algorithm = 'trip_conditions'`,
  },
  {
    verb: "insert",
    can: MAIN_ADMINS_UP,
    run: (tx) => tx`insert into public.algorithm_settings (algorithm, version, weights) values ('search', 9002, '{}')`,
  },
  {
    verb: "insert",
    what: "conditions of trips",
    can: MAIN_ADMINS_UP,
    run: (tx) =>
      tx`insert into public.algorithm_settings (algorithm, version, weights) values ('trip_conditions', 9002, '{}')`,
  },
  {
    verb: "update",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aVersion),
    run: (tx) => tx`update public.algorithm_settings set note = 'x' where version = 9001`,
  },
  {
    verb: "delete",
    can: NOBODY,
    arrange: (tx) => tx.unsafe(aVersion),
    run: (tx) => tx`delete from public.algorithm_settings where version = 9001`,
  },
]);

const aCheck = "insert into public.health_checks (name, status) values ('mail', 'ok')";
describeAccess(sql, "health_checks", [
  {
    verb: "select",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aCheck),
    run: (tx) => tx`select id from public.health_checks`,
  },
  { verb: "insert", can: MAIN_ADMINS_UP, run: (tx) => tx.unsafe(aCheck) },
  {
    verb: "update",
    can: NOBODY,
    arrange: (tx) => tx.unsafe(aCheck),
    run: (tx) => tx`update public.health_checks set status = 'ok'`,
  },
  {
    verb: "delete",
    can: NOBODY,
    arrange: (tx) => tx.unsafe(aCheck),
    run: (tx) => tx`delete from public.health_checks`,
  },
]);

const aReport = "insert into public.error_reports (message, path) values ('x', '/')";
describeAccess(sql, "error_reports", [
  {
    verb: "select",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aReport),
    run: (tx) => tx`select id from public.error_reports`,
  },
  { verb: "insert", can: NOBODY, run: (tx) => tx.unsafe(aReport) },
  {
    verb: "update",
    can: NOBODY,
    arrange: (tx) => tx.unsafe(aReport),
    run: (tx) => tx`update public.error_reports set seen = 2`,
  },
  {
    verb: "delete",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aReport),
    run: (tx) => tx`delete from public.error_reports`,
  },
]);

const aFailedAttempt = `insert into public.failed_attempts (subject, address_hash) values ('vote', repeat('a', 64))`;
describeAccess(sql, "failed_attempts", [
  {
    verb: "select",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aFailedAttempt),
    run: (tx) => tx`select subject from public.failed_attempts`,
  },
  { verb: "insert", can: NOBODY, run: (tx) => tx.unsafe(aFailedAttempt) },
  {
    verb: "update",
    can: NOBODY,
    arrange: (tx) => tx.unsafe(aFailedAttempt),
    run: (tx) => tx`update public.failed_attempts set attempts = 2`,
  },
  {
    verb: "delete",
    can: NOBODY,
    arrange: (tx) => tx.unsafe(aFailedAttempt),
    run: (tx) => tx`delete from public.failed_attempts`,
  },
]);

const aKey = "insert into public.api_keys (name, hint) values ('ai', '1234')";
describeAccess(sql, "api_keys", [
  {
    verb: "select",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aKey),
    run: (tx) => tx`select name from public.api_keys`,
  },
  { verb: "insert", can: NOBODY, run: (tx) => tx.unsafe(aKey) },
  {
    verb: "update",
    can: NOBODY,
    arrange: (tx) => tx.unsafe(aKey),
    run: (tx) => tx`update public.api_keys set hint = ''`,
  },
  {
    verb: "delete",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aKey),
    run: (tx) => tx`delete from public.api_keys where name = 'ai'`,
  },
]);

const aBackup = "insert into public.backups (status) values ('done')";
describeAccess(sql, "backups", [
  {
    verb: "select",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aBackup),
    run: (tx) => tx`select id from public.backups`,
  },
  { verb: "insert", can: NOBODY, run: (tx) => tx.unsafe(aBackup) },
  {
    verb: "update",
    can: NOBODY,
    arrange: (tx) => tx.unsafe(aBackup),
    run: (tx) => tx`update public.backups set status = 'done'`,
  },
  { verb: "delete", can: NOBODY, arrange: (tx) => tx.unsafe(aBackup), run: (tx) => tx`delete from public.backups` },
]);

const aRepair = "insert into public.repair_jobs (job, found, repaired, remaining) values ('redirects', 1, 1, 0)";
describeAccess(sql, "repair_jobs", [
  {
    verb: "select",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aRepair),
    run: (tx) => tx`select id from public.repair_jobs`,
  },
  { verb: "insert", can: MAIN_ADMINS_UP, run: (tx) => tx.unsafe(aRepair) },
  {
    verb: "update",
    can: NOBODY,
    arrange: (tx) => tx.unsafe(aRepair),
    run: (tx) => tx`update public.repair_jobs set found = 0`,
  },
  { verb: "delete", can: NOBODY, arrange: (tx) => tx.unsafe(aRepair), run: (tx) => tx`delete from public.repair_jobs` },
]);

const aTask = (assigned = "null") => `insert into public.admin_tasks (title, assigned_to) values ('t', ${assigned})`;
describeAccess(sql, "admin_tasks", [
  {
    verb: "select",
    can: ADMINS_UP,
    arrange: (tx) => tx.unsafe(aTask()),
    run: (tx) => tx`select id from public.admin_tasks`,
  },
  {
    verb: "select",
    what: "the editor's own",
    can: EDITORS_UP,
    arrange: (tx) => tx.unsafe(aTask(`'${ID_OF.editor}'`)),
    run: (tx) => tx`select id from public.admin_tasks`,
  },
  { verb: "insert", can: ADMINS_UP, run: (tx) => tx.unsafe(aTask()) },
  {
    verb: "update",
    can: ADMINS_UP,
    arrange: (tx) => tx.unsafe(aTask()),
    run: (tx) => tx`update public.admin_tasks set status = 'done'`,
  },
  {
    verb: "delete",
    can: ADMINS_UP,
    arrange: (tx) => tx.unsafe(aTask()),
    run: (tx) => tx`delete from public.admin_tasks`,
  },
]);

const aDuty = `insert into public.state_assignments (state_abbr, user_id) values ('SC', '${ID_OF.editor}')`;
describeAccess(sql, "state_assignments", [
  {
    verb: "select",
    what: "the editor's own",
    can: EDITORS_UP,
    arrange: (tx) => tx.unsafe(aDuty),
    run: (tx) => tx`select id from public.state_assignments`,
  },
  {
    verb: "select",
    what: "another editor's",
    can: ADMINS_UP,
    arrange: (tx) => tx.unsafe(aDuty.replace(ID_OF.editor, ID_OF.admin)),
    run: (tx) => tx`select id from public.state_assignments`,
  },
  { verb: "insert", can: ADMINS_UP, run: (tx) => tx.unsafe(aDuty) },
  {
    verb: "update",
    can: ADMINS_UP,
    arrange: (tx) => tx.unsafe(aDuty),
    run: (tx) => tx`update public.state_assignments set duty = 'reviewer'`,
  },
  {
    verb: "delete",
    can: ADMINS_UP,
    arrange: (tx) => tx.unsafe(aDuty),
    run: (tx) => tx`delete from public.state_assignments`,
  },
]);

const TOLL = "10000000-0000-4000-8000-000000000001";
const aToll = (status: string) =>
  `insert into public.tolls (id, name, road, state_abbr, status) values ('${TOLL}', 'P', 'BR-101', 'SC', '${status}')`;
describeAccess(sql, "tolls", [
  {
    verb: "select",
    what: "a draft",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aToll("draft")),
    run: (tx) => tx`select id from public.tolls where id = ${TOLL}`,
  },
  {
    verb: "select",
    what: "a published one",
    can: ACTORS,
    arrange: (tx) => tx.unsafe(aToll("published")),
    run: (tx) => tx`select id from public.tolls where id = ${TOLL}`,
  },
  { verb: "insert", can: MAIN_ADMINS_UP, run: (tx) => tx.unsafe(aToll("draft")) },
  {
    verb: "update",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aToll("published")),
    run: (tx) => tx`update public.tolls set road = 'x' where id = ${TOLL}`,
  },
  {
    verb: "delete",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aToll("published")),
    run: (tx) => tx`delete from public.tolls where id = ${TOLL}`,
  },
]);

const aPrice = (status: string) =>
  `${aToll(status)}; insert into public.toll_prices (toll_id, vehicle_class, price, valid_from) values ('${TOLL}', 'car', 9.9, '2026-01-01')`;
describeAccess(sql, "toll_prices", [
  {
    verb: "select",
    what: "of a draft",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aPrice("draft")),
    run: (tx) => tx`select id from public.toll_prices where toll_id = ${TOLL}`,
  },
  {
    verb: "select",
    what: "of a published toll",
    can: ACTORS,
    arrange: (tx) => tx.unsafe(aPrice("published")),
    run: (tx) => tx`select id from public.toll_prices where toll_id = ${TOLL}`,
  },
  {
    verb: "insert",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aToll("published")),
    run: (tx) =>
      tx`insert into public.toll_prices (toll_id, vehicle_class, price, valid_from) values (${TOLL}, 'bus', 1, '2026-01-01')`,
  },
  {
    verb: "update",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aPrice("published")),
    run: (tx) => tx`update public.toll_prices set price = 1 where toll_id = ${TOLL}`,
  },
  {
    verb: "delete",
    can: MAIN_ADMINS_UP,
    arrange: (tx) => tx.unsafe(aPrice("published")),
    run: (tx) => tx`delete from public.toll_prices where toll_id = ${TOLL}`,
  },
]);

describe("settings of each page", () => {
  it("require the permission that the page declares", async () => {
    const rows = await sql<
      { key: string; permission: string }[]
    >`select key, private.setting_permission(key) as permission from unnest(${SETTING_FIELDS.map(({ key }) => key)}::text[]) as key`;
    expect([...rows].map(({ key, permission }) => [key, permission])).toEqual(
      SETTING_FIELDS.map(({ key, page }) => [key, SETTING_PAGES[page]]),
    );
  });

  it("are refused for a manager of another page", async () => {
    const change = (key: string) =>
      asRole(
        sql,
        "admin",
        (tx) => tx`update public.app_settings set value = 'true' where key = ${key}`,
        async (tx) => {
          await tx`update public.profiles set permissions = '{portal_settings}' where id = ${ID_OF.admin}`;
          await tx`insert into public.app_settings (key, value, is_public) values ('home_sections', '', true), ('feature_radio', 'true', true), ('dark_header', 'false', true), ('contact_email', '', true), ('system_trash_days', '30', false) on conflict do nothing`;
        },
      );
    for (const key of ["dark_header", "home_sections", "feature_radio"]) expect((await change(key)).count).toBe(1);
    expect((await change("contact_email")).count).toBe(0);
    expect((await change("system_trash_days")).count).toBe(0);
  });
});

describe("server functions", () => {
  it.each(["main_admin", "superadministrador"] as const)("are refused for %s", async (actor) => {
    for (const call of [
      "public.log_access('sign_in', null, null, null, null)",
      "public.backup_tables()",
      "public.backup_rows('auth.users', 0, 1)",
      "public.backup_files()",
      "public.report_browser_error('x', '', '/')",
    ]) {
      await expect(asRole(sql, actor, (tx) => tx.unsafe(`select ${call}`))).rejects.toMatchObject({ code: "42501" });
    }
  });
});

describe("the register of API keys", () => {
  it("stores the last four characters and the expiry, and has no column for a key", async () => {
    const row = await asRole(sql, "main_admin", async (tx) => {
      await tx`select public.register_api_key('smtp', '4321', '2027-01-31')`;
      return (await tx`select name, hint, expires_on::text from public.api_keys where name = 'smtp'`)[0];
    });
    expect({ ...row }).toEqual({ name: "smtp", hint: "4321", expires_on: "2027-01-31" });
    const stores =
      await sql`select table_name from information_schema.columns where column_name ~ '^(secret|api_key|private_key)$' and table_schema in ('public', 'private', 'records')`;
    expect([...stores]).toEqual([]);
  });

  it("is refused for admins and for more than four characters", async () => {
    await expect(
      asRole(sql, "admin", (tx) => tx`select public.register_api_key('smtp', '4321')`),
    ).rejects.toMatchObject({ code: "42501" });
    await expect(
      asRole(sql, "main_admin", (tx) => tx`select public.register_api_key('smtp', 'sk-very-secret')`),
    ).rejects.toMatchObject({ code: "22023" });
  });
});

it("failed attempts of a caller are one row per day and subject", async () => {
  const rows = await asRole(
    sql,
    "main_admin",
    (tx) => tx`select * from public.failed_attempt_days()`,
    async (tx) => {
      await tx`delete from public.failed_attempts`;
      for (const caller of ["a", "a", "a", "b"])
        await tx`select public.count_failed_attempt('vote', ${caller.repeat(64)})`;
      await tx`insert into public.failed_attempts (on_date, subject, address_hash) values (current_date - 40, 'vote', ${"c".repeat(64)})`;
    },
  );
  expect([...rows]).toMatchObject([{ subject: "vote", attempts: "4", callers: "2", most: 3 }]);
});

it("equal error reports are counted in one row", async () => {
  const rows = await asRole(sql, "service_role", async (tx) => {
    await tx`select public.report_browser_error('boom', '', '/x'), public.report_browser_error('other', '', '/x')`;
    await tx`select public.report_browser_error('boom', '', '/x')`;
    return tx`select message, seen from public.error_reports where path = '/x' order by message`;
  });
  expect([...rows]).toEqual([
    { message: "boom", seen: 2 },
    { message: "other", seen: 1 },
  ]);
});

it("the access log stores the account of a failed sign-in, but not the e-mail", async () => {
  const rows = await asRole(sql, "service_role", async (tx) => {
    await tx`select public.log_access('sign_in_failed', null, 'USER@actors.example.org', 'ab', 'x'), public.log_access('sign_in_failed', null, 'nobody@example.org', 'ab', 'x')`;
    return tx`select user_id, to_jsonb(access_logs)::text as line from public.access_logs order by id`;
  });
  expect([...rows].map(({ user_id }) => user_id as string | null)).toEqual([ID_OF.user, null]);
  expect([...rows].map(({ line }) => line as string).join()).not.toContain("@");
});
