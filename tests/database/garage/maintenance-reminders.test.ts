import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACCOUNTS, ACTORS, ADMINS_UP, ID_OF, NOBODY, type Actor } from "../actors";
import { asOwner, asRole, becomeRole, sql } from "../as-role";
import {
  addPreset,
  addReminder,
  addSharedReminder,
  insertReminder,
  PRESET,
  REMINDER,
  type ReminderRow,
} from "./reminder-rows";
import { addSharedVehicle, ENTRY, VEHICLE } from "./vehicle-support";
import { GONE, keyOf, SAVED } from "../outcomes";

const WRITERS: readonly Actor[] = ["user", "editor"];
const READERS: readonly Actor[] = ["user", "vendedor", "editor"];

describeAccess("reminder_presets", addPreset, [
  ["select", ACCOUNTS, (tx) => tx`select 1 from public.reminder_presets where id = ${PRESET}`],
  [
    "insert",
    ADMINS_UP,
    `
      insert into public.reminder_presets (key, title, why, interval_km) values ('novo', 'Novo', 'Porque', 5000)`,
  ],
  ["update", ADMINS_UP, (tx) => tx`update public.reminder_presets set title = 'Outro' where id = ${PRESET}`],
  ["delete", ADMINS_UP, (tx) => tx`delete from public.reminder_presets where id = ${PRESET}`],
]);

describeAccess("maintenance_reminders", addSharedReminder, [
  ["select", READERS, (tx) => tx`select id from public.maintenance_reminders where id = ${REMINDER}`],
  ["insert", WRITERS, (tx) => insertReminder(tx), addSharedVehicle],
  [
    "insert with a date of the server",
    NOBODY,
    (tx) => insertReminder(tx, { announced_at: "2026-01-01" }),
    addSharedVehicle,
  ],
  ["update", WRITERS, (tx) => tx`update public.maintenance_reminders set title = 'Filtro' where id = ${REMINDER}`],
  [
    "update the due date",
    NOBODY,
    (tx) => tx`update public.maintenance_reminders set due_on = '2030-01-01' where id = ${REMINDER}`,
  ],
  ["delete", NOBODY, (tx) => tx`delete from public.maintenance_reminders where id = ${REMINDER}`],
]);

const addAnnouncement = async (tx: TransactionSql) => {
  await addSharedReminder(tx);
  await tx`
    insert into public.reminder_announcements (reminder_id, account_id, occurrence, channel, status)
    values (${REMINDER}, ${ID_OF.user}, 1, 'portal', 'sent')`;
};
describeAccess("reminder_announcements", addAnnouncement, [
  ["select", NOBODY, "select from public.reminder_announcements"],
  ["insert", NOBODY, "insert into public.reminder_announcements default values", addSharedReminder],
  ["update", NOBODY, "update public.reminder_announcements set status = 'failed'"],
  ["delete", NOBODY, "delete from public.reminder_announcements"],
]);

describe("reminder announcements", () => {
  it.each([...ACTORS, "service_role"] as const)("%s cannot read or write them", async (actor) => {
    for (const statement of ["select 1 from", "delete from"])
      await expect(
        asRole(actor, (tx) => tx.unsafe(`${statement} public.reminder_announcements`)),
      ).rejects.toMatchObject({ code: "42501" });
  });
});

/** The due date and kilometres of a reminder of a car with this odometer. */
const dueOf = (row: ReminderRow, odometer: number | null = null) =>
  asOwner(async (tx) => {
    await addSharedVehicle(tx);
    await tx`update public.vehicles set odometer_km = ${odometer} where id = ${VEHICLE}`;
    const [added] = await addReminder(tx, row);
    return [added!.due_on, added!.due_km === null ? null : Number(added!.due_km)];
  });

const KM = { metric: "km", interval_months: null, interval_km: 5000 };
const BOTH = { metric: "both", interval_months: 6, interval_km: 5000 };

describe("when a reminder is due", () => {
  it.each<[string, ReminderRow, number | null, (string | number | null)[]]>([
    ["rolling, from the day it was done", { last_done_on: "2026-01-31" }, null, ["2026-07-31", null]],
    ["rolling, at the end of a shorter month", { last_done_on: "2026-08-31" }, null, ["2027-02-28", null]],
    ["rolling, by kilometres from the last time", { ...KM, last_done_km: 60_000 }, 61_000, [null, 65_000]],
    ["rolling, never done, from the kilometres of the car", KM, 61_000.5, [null, 66_000.5]],
    ["rolling, by both", { ...BOTH, last_done_on: "2026-03-10", last_done_km: 60_000 }, null, ["2026-09-10", 65_000]],
    ["fixed, on the planned date", { is_fixed: true, start_on: "2026-12-31" }, null, ["2026-12-31", null]],
    [
      "fixed, months later than the planned date",
      { is_fixed: true, start_on: "2026-01-31", interval_months: 1, date_step: 1 },
      null,
      ["2026-02-28", null],
    ],
    [
      "fixed, back at the last day after a short month",
      { is_fixed: true, start_on: "2026-01-31", interval_months: 1, date_step: 2 },
      null,
      ["2026-03-31", null],
    ],
    [
      "fixed, in a leap year",
      { is_fixed: true, start_on: "2028-02-29", interval_months: 12, date_step: 4 },
      null,
      ["2032-02-29", null],
    ],
    ["fixed, by kilometres", { ...KM, is_fixed: true, start_km: 60_000, km_step: 2 }, 1, [null, 70_000]],
    ["once", { is_fixed: true, interval_months: null, start_on: "2027-05-01" }, null, ["2027-05-01", null]],
  ])("%s", async (_, row, odometer, due) => {
    expect(await dueOf(row, odometer)).toEqual(due);
  });

  it("a rolling reminder that was never done counts from today", async () => {
    const [expected] = await sql<
      { day: string }[]
    >`select (private.brazilian_today() + interval '6 months')::date::text as day`;
    expect(await dueOf({})).toEqual([expected!.day, null]);
  });

  it("is refused by kilometres for a car whose kilometres are unknown", async () => {
    await expect(dueOf(KM)).rejects.toMatchObject({ constraint_name: "reminder_is_due" });
  });
});

describe("status", () => {
  const statusOf = (row: ReminderRow, odometer: number | null, days = 0) =>
    asOwner(async (tx) => {
      await addSharedVehicle(tx);
      await addReminder(tx, { is_fixed: true, start_on: "2026-06-15", ...row });
      const [found] = await tx<{ status: string }[]>`
        select private.reminder_status(reminder, ${odometer}::numeric, date '2026-06-15' + ${days}::int) as status
        from public.maintenance_reminders as reminder where id = ${REMINDER}`;
      return found!.status;
    });
  const fixedKm = { ...KM, start_on: null, start_km: 60_000 };

  it.each<[string, ReminderRow, number | null, number]>([
    ["ok", {}, null, -15],
    ["soon", {}, null, -14],
    ["due", {}, null, 0],
    ["overdue", {}, null, 1],
    ["paused", { paused_at: "2026-01-01" }, null, 1],
    ["ok", fixedKm, 59_499, 0],
    ["soon", fixedKm, 59_500, 0],
    ["due", fixedKm, 60_000, 0],
    ["due", fixedKm, 60_500, 0],
    ["overdue", fixedKm, 60_501, 0],
    ["ok", fixedKm, null, 0],
    ["due", { ...BOTH, start_km: 60_000 }, 60_000, -100],
    ["due", { ...BOTH, start_km: 60_000 }, 100, 0],
  ])("is %s for %j at %s km, %s days from the date", async (status, row, odometer, days) => {
    expect(await statusOf(row, odometer, days)).toBe(status);
  });

  it("uses the kilometres of the car when the odometer was replaced", async () => {
    const found = await asOwner(async (tx) => {
      await addSharedVehicle(tx);
      await tx`
        insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, replaces_odometer)
        values (${ENTRY}, ${VEHICLE}, ${ID_OF.user}, 'km', '2026-01-02', 12, 98000, true)`;
      await addReminder(tx, { ...KM, last_done_km: 93_000 });
      await becomeRole(tx, "user");
      return tx<{ status: string; odometer_km: string }[]>`
        select status, odometer_km from public.list_maintenance_reminders(array[${VEHICLE}::uuid])`;
    });
    expect(found).toMatchObject([{ status: "due", odometer_km: "98012.0" }]);
  });
});

const content = (onDate: string, km: number | null) => ({
  kind: "service",
  category: "service",
  on_date: onDate,
  title: "Óleo",
  reading_km: km,
});
const complete = async (tx: TransactionSql, onDate: string, km: number | null, entry = ENTRY) =>
  keyOf(tx`
    select public.complete_maintenance_reminder(${REMINDER}, ${entry}, ${tx.json(content(onDate, km))}) as answer`);
const stored = async (tx: TransactionSql) => {
  const [row] = await tx<
    { due_on: string; due_km: number; occurrence: number; announced: boolean; deleted: boolean }[]
  >`
    select due_on::text, due_km::float, occurrence, announced_at is not null as announced, deleted_at is not null as deleted
    from public.maintenance_reminders where id = ${REMINDER}`;
  return row!;
};
const entries = (tx: TransactionSql) =>
  tx`select title, deleted_at is not null as deleted from public.vehicle_entries where vehicle_id = ${VEHICLE}`;

/** Runs as an editor of the car, with a reminder. */
const withReminder = <T>(row: ReminderRow, run: (tx: TransactionSql) => Promise<T>) =>
  asOwner(async (tx) => {
    await addSharedVehicle(tx);
    await addReminder(tx, row);
    await becomeRole(tx, "editor");
    return run(tx);
  });

describe("done", () => {
  it("writes into the log once and rolls on, also when it is sent again", async () => {
    await withReminder({ ...BOTH, last_done_on: "2026-01-01", last_done_km: 1 }, async (tx) => {
      expect(await complete(tx, "2026-05-20", 61_000)).toBe("saved");
      expect(await complete(tx, "2026-05-20", 61_000)).toBe("saved");
      expect(await stored(tx)).toMatchObject({ due_on: "2026-11-20", due_km: 66_000, occurrence: 2 });
      expect(await entries(tx)).toEqual([{ title: "Óleo", deleted: false }]);
    });
  });

  it.each([
    ["early", "2026-01-20", "2026-02-28"],
    ["late, after two planned dates", "2026-03-05", "2026-03-31"],
    ["on the day", "2026-01-31", "2026-02-28"],
  ])("keeps the planned dates of a fixed one that was done %s", async (_, doneOn, next) => {
    await withReminder({ is_fixed: true, start_on: "2026-01-31", interval_months: 1 }, async (tx) => {
      expect(await complete(tx, doneOn, null)).toBe("saved");
      expect(await stored(tx)).toMatchObject({ due_on: next });
    });
  });

  it.each([
    [59_000, 65_000],
    [60_100, 65_000],
    [66_000, 70_000],
  ])("keeps the planned kilometres of a fixed one that was done at %s km", async (km, next) => {
    await withReminder({ ...KM, is_fixed: true, start_km: 60_000 }, async (tx) => {
      expect(await complete(tx, "2026-05-20", km)).toBe("saved");
      expect(await stored(tx)).toMatchObject({ due_km: next });
    });
  });

  it("moves one that happens once into the trash, and undoing brings it back", async () => {
    await withReminder({ is_fixed: true, start_on: "2026-05-01", interval_months: null }, async (tx) => {
      await complete(tx, "2026-05-01", null);
      expect(await stored(tx)).toMatchObject({ deleted: true });
      await tx`select public.undo_maintenance_reminder(${REMINDER})`;
      expect(await stored(tx)).toMatchObject({ deleted: false, due_on: "2026-05-01" });
      expect(await entries(tx)).toEqual([{ title: "Óleo", deleted: true }]);
    });
  });

  it("is undone once, and an announced occurrence is not announced again", async () => {
    await withReminder({ last_done_on: "2026-01-01", announced_at: "2026-06-20" }, async (tx) => {
      await complete(tx, "2026-06-25", null);
      expect(await stored(tx)).toMatchObject({ announced: false, due_on: "2026-12-25" });
      const [first] = await tx`select public.undo_maintenance_reminder(${REMINDER}) as answer`;
      const [second] = await tx`select public.undo_maintenance_reminder(${REMINDER}) as answer`;
      expect([first!.answer, second!.answer]).toEqual([SAVED, GONE]);
      expect(await stored(tx)).toMatchObject({ announced: true, due_on: "2026-07-01" });
    });
  });

  it("on a day in the future writes nothing", async () => {
    await withReminder({ last_done_on: "2026-01-01" }, async (tx) => {
      expect(await complete(tx, "2090-01-01", null)).toBe("in_future");
      expect(await stored(tx)).toMatchObject({ due_on: "2026-07-01" });
      expect(await entries(tx)).toEqual([]);
    });
  });

  it.each(ACTORS.map((actor) => [actor, WRITERS.includes(actor)] as const))(
    "%s can note it: %s",
    async (actor, can) => {
      const answer = await asRole(actor, addSharedReminder, (tx) => complete(tx, "2026-05-20", null)).catch(
        (error: { code: string }) => error.code,
      );
      expect(answer).toBe(can ? "saved" : actor === "anon" ? "42501" : "gone");
    },
  );
});

describe("changes", () => {
  it("a form that repeats the shown due date of a fixed reminder keeps its first planned date", async () => {
    await withReminder({ is_fixed: true, start_on: "2026-01-31", interval_months: 1 }, async (tx) => {
      await complete(tx, "2026-01-31", null);
      await tx`update public.maintenance_reminders set title = 'Outro', start_on = '2026-02-28' where id = ${REMINDER}`;
      await complete(tx, "2026-02-28", null, "00000000-0000-4000-8000-00000000a0f1");
      expect(await stored(tx)).toMatchObject({ due_on: "2026-03-31" });
    });
  });

  it("a snooze is a new occurrence, ending it is none", async () => {
    await withReminder({ announced_at: "2026-01-01" }, async (tx) => {
      await tx`update public.maintenance_reminders set snoozed_until = '2099-01-01' where id = ${REMINDER}`;
      expect(await stored(tx)).toMatchObject({ occurrence: 2, announced: false });
      await tx`update public.maintenance_reminders set snoozed_until = null where id = ${REMINDER}`;
      expect(await stored(tx)).toMatchObject({ occurrence: 2 });
    });
  });

  it("a car has at most 200 reminders", async () => {
    await withReminder({}, async (tx) => {
      const rest = tx`
        insert into public.maintenance_reminders (id, vehicle_id, owner_id, title, metric, interval_months)
        select gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, 'x', 'date', 6 from generate_series(1, 200)`;
      await expect(rest).rejects.toMatchObject({ code: "54000" });
    });
  });
});
