import { describe, expect, it } from "vitest";
import { SETTING_FIELDS, SETTING_PAGES } from "@/lib/platform/settings/schema";
import { describeAccess } from "../access";
import { ACTORS, ADMINS_UP, EDITORS_UP, ID_OF, MAIN_ADMINS_UP, NOBODY } from "../actors";
import { asRole, sql } from "../as-role";

const anEvent = "insert into public.access_logs (event) values ('sign_in')";
describeAccess("access_logs", anEvent, [
  ["select", MAIN_ADMINS_UP, "select id from public.access_logs"],
  ["insert", NOBODY, anEvent],
  ["update", NOBODY, "update public.access_logs set device = ''"],
  ["delete", NOBODY, "delete from public.access_logs"],
]);

const aVersion =
  "insert into public.algorithm_settings (algorithm, version, weights, is_active) values ('search', 9001, '{}', false)";
describeAccess("algorithm_settings", aVersion, [
  ["select an old version", MAIN_ADMINS_UP, "select id from public.algorithm_settings where version = 9001"],
  [
    "select the active version",
    ACTORS,
    "select id from public.algorithm_settings where is_active",
    aVersion.replace("false", "true"),
  ],
  [
    "select the active conditions of trips",
    ACTORS,
    "select id from public.algorithm_settings where is_active and algorithm = 'trip_conditions'",
    aVersion.replace("false", "true").replace("search", "trip_conditions"),
  ],
  [
    "insert",
    MAIN_ADMINS_UP,
    "insert into public.algorithm_settings (algorithm, version, weights) values ('search', 9002, '{}')",
  ],
  [
    "insert conditions of trips",
    MAIN_ADMINS_UP,
    "insert into public.algorithm_settings (algorithm, version, weights) values ('trip_conditions', 9002, '{}')",
  ],
  ["update", MAIN_ADMINS_UP, "update public.algorithm_settings set note = 'x' where version = 9001"],
  ["delete", NOBODY, "delete from public.algorithm_settings where version = 9001"],
]);

const aCheck = "insert into public.health_checks (name, status) values ('mail', 'ok')";
describeAccess("health_checks", aCheck, [
  ["select", MAIN_ADMINS_UP, "select id from public.health_checks"],
  ["insert", MAIN_ADMINS_UP, aCheck],
  ["update", NOBODY, "update public.health_checks set status = 'ok'"],
  ["delete", NOBODY, "delete from public.health_checks"],
]);

const aReport = "insert into public.error_reports (message, path) values ('x', '/')";
describeAccess("error_reports", aReport, [
  ["select", MAIN_ADMINS_UP, "select id from public.error_reports"],
  ["insert", NOBODY, aReport],
  ["update", NOBODY, "update public.error_reports set occurrences = 2"],
  ["delete", MAIN_ADMINS_UP, "delete from public.error_reports"],
]);

const aFailedAttempt = `insert into public.failed_attempts (subject, address_hash) values ('vote', repeat('a', 64))`;
describeAccess("failed_attempts", aFailedAttempt, [
  ["select", MAIN_ADMINS_UP, "select subject from public.failed_attempts"],
  ["insert", NOBODY, aFailedAttempt],
  ["update", NOBODY, "update public.failed_attempts set attempts = 2"],
  ["delete", NOBODY, "delete from public.failed_attempts"],
]);

const aKey = "insert into public.api_keys (name, hint) values ('ai', '1234')";
describeAccess("api_keys", aKey, [
  ["select", MAIN_ADMINS_UP, "select name from public.api_keys"],
  ["insert", NOBODY, aKey],
  ["update", NOBODY, "update public.api_keys set hint = ''"],
  ["delete", MAIN_ADMINS_UP, "delete from public.api_keys where name = 'ai'"],
]);

const aBackup = "insert into public.backups (status) values ('done')";
describeAccess("backups", aBackup, [
  ["select", MAIN_ADMINS_UP, "select id from public.backups"],
  ["insert", NOBODY, aBackup],
  ["update", NOBODY, "update public.backups set status = 'done'"],
  ["delete", NOBODY, "delete from public.backups"],
]);

const aRepair = "insert into public.repair_jobs (job, item_count, repaired, remaining) values ('redirects', 1, 1, 0)";
describeAccess("repair_jobs", aRepair, [
  ["select", MAIN_ADMINS_UP, "select id from public.repair_jobs"],
  ["insert", MAIN_ADMINS_UP, aRepair],
  ["update", NOBODY, "update public.repair_jobs set item_count = 0"],
  ["delete", NOBODY, "delete from public.repair_jobs"],
]);

const aTask = (assigned = "null") => `insert into public.admin_tasks (title, assigned_to) values ('t', ${assigned})`;
describeAccess("admin_tasks", aTask(), [
  ["select", ADMINS_UP, "select id from public.admin_tasks"],
  ["select the editor's own", EDITORS_UP, "select id from public.admin_tasks", aTask(`'${ID_OF.editor}'`)],
  ["insert", ADMINS_UP, aTask()],
  ["update", ADMINS_UP, "update public.admin_tasks set status = 'done'"],
  ["delete", ADMINS_UP, "delete from public.admin_tasks"],
]);

const aDuty = `insert into public.state_assignments (state_abbr, user_id) values ('SC', '${ID_OF.editor}')`;
describeAccess("state_assignments", aDuty, [
  ["select the editor's own", EDITORS_UP, "select id from public.state_assignments"],
  [
    "select another editor's",
    ADMINS_UP,
    "select id from public.state_assignments",
    aDuty.replace(ID_OF.editor, ID_OF.admin),
  ],
  ["insert", ADMINS_UP, aDuty],
  ["update", ADMINS_UP, "update public.state_assignments set duty = 'reviewer'"],
  ["delete", ADMINS_UP, "delete from public.state_assignments"],
]);

const TOLL = "10000000-0000-4000-8000-000000000001";
const aToll = (status: string) =>
  `insert into public.tolls (id, name, road, state_abbr, status) values ('${TOLL}', 'P', 'BR-101', 'SC', '${status}')`;
describeAccess("tolls", aToll("published"), [
  ["select a draft", MAIN_ADMINS_UP, (tx) => tx`select id from public.tolls where id = ${TOLL}`, aToll("draft")],
  ["select a published one", ACTORS, (tx) => tx`select id from public.tolls where id = ${TOLL}`],
  ["insert", MAIN_ADMINS_UP, aToll("draft")],
  ["update", MAIN_ADMINS_UP, (tx) => tx`update public.tolls set road = 'x' where id = ${TOLL}`],
  ["delete", MAIN_ADMINS_UP, (tx) => tx`delete from public.tolls where id = ${TOLL}`],
]);

const aPrice = (status: string) =>
  `${aToll(status)}; insert into public.toll_prices (toll_id, vehicle_class, price, valid_from) values ('${TOLL}', 'car', 9.9, '2026-01-01')`;
describeAccess("toll_prices", aPrice("published"), [
  [
    "select of a draft",
    MAIN_ADMINS_UP,
    (tx) => tx`select id from public.toll_prices where toll_id = ${TOLL}`,
    aPrice("draft"),
  ],
  ["select of a published toll", ACTORS, (tx) => tx`select id from public.toll_prices where toll_id = ${TOLL}`],
  [
    "insert",
    MAIN_ADMINS_UP,
    (tx) =>
      tx`insert into public.toll_prices (toll_id, vehicle_class, price, valid_from) values (${TOLL}, 'bus', 1, '2026-01-01')`,
    aToll("published"),
  ],
  ["update", MAIN_ADMINS_UP, (tx) => tx`update public.toll_prices set price = 1 where toll_id = ${TOLL}`],
  ["delete", MAIN_ADMINS_UP, (tx) => tx`delete from public.toll_prices where toll_id = ${TOLL}`],
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
        "admin",
        async (tx) => {
          await tx`update public.profiles set permissions = '{portal_settings}' where id = ${ID_OF.admin}`;
          await tx`insert into public.app_settings (key, value, is_public) values ('home_sections', '', true), ('feature_radio', 'true', true), ('dark_header', 'false', true), ('contact_email', '', true), ('system_trash_days', '30', false) on conflict do nothing`;
        },
        (tx) => tx`update public.app_settings set value = 'true' where key = ${key}`,
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
      await expect(asRole(actor, (tx) => tx.unsafe(`select ${call}`))).rejects.toMatchObject({ code: "42501" });
    }
  });
});

describe("the register of API keys", () => {
  it("stores the last four characters and the expiry, and has no column for a key", async () => {
    const row = await asRole("main_admin", async (tx) => {
      await tx`select public.register_api_key('smtp', '4321', '2027-01-31')`;
      return (await tx`select name, hint, expires_on::text from public.api_keys where name = 'smtp'`)[0];
    });
    expect({ ...row }).toEqual({ name: "smtp", hint: "4321", expires_on: "2027-01-31" });
    const stores =
      await sql`select table_name from information_schema.columns where column_name ~ '^(secret|api_key|private_key)$' and table_schema in ('public', 'private', 'records')`;
    expect([...stores]).toEqual([]);
  });

  it("is refused for admins and for more than four characters", async () => {
    await expect(asRole("admin", (tx) => tx`select public.register_api_key('smtp', '4321')`)).rejects.toMatchObject({
      code: "42501",
    });
    await expect(
      asRole("main_admin", (tx) => tx`select public.register_api_key('smtp', 'sk-very-secret')`),
    ).rejects.toMatchObject({ code: "22023" });
  });
});

it("failed attempts of a caller are one row per day and subject", async () => {
  const rows = await asRole(
    "main_admin",
    async (tx) => {
      await tx`delete from public.failed_attempts`;
      for (const caller of ["a", "a", "a", "b"])
        await tx`select public.count_failed_attempt('vote', ${caller.repeat(64)})`;
      await tx`insert into public.failed_attempts (on_date, subject, address_hash) values (current_date - 40, 'vote', ${"c".repeat(64)})`;
    },
    (tx) => tx`select * from public.failed_attempt_days()`,
  );
  expect([...rows]).toMatchObject([{ subject: "vote", attempts: "4", callers: "2", most: 3 }]);
});

it("equal error reports are counted in one row", async () => {
  const rows = await asRole("service_role", async (tx) => {
    await tx`select public.report_browser_error('boom', '', '/x'), public.report_browser_error('other', '', '/x')`;
    await tx`select public.report_browser_error('boom', '', '/x')`;
    return tx`select message, occurrences from public.error_reports where path = '/x' order by message`;
  });
  expect([...rows]).toEqual([
    { message: "boom", occurrences: 2 },
    { message: "other", occurrences: 1 },
  ]);
});

it("the access log stores the account of a failed sign-in, but not the e-mail", async () => {
  const rows = await asRole("service_role", async (tx) => {
    await tx`select public.log_access('sign_in_failed', null, 'USER@actors.example.org', 'ab', 'x'), public.log_access('sign_in_failed', null, 'nobody@example.org', 'ab', 'x')`;
    return tx`select user_id, to_jsonb(access_logs)::text as line from public.access_logs order by id`;
  });
  expect([...rows].map(({ user_id }) => user_id as string | null)).toEqual([ID_OF.user, null]);
  expect([...rows].map(({ line }) => line as string).join()).not.toContain("@");
});
