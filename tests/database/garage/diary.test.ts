import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, ID_OF, NOBODY, type Actor } from "../actors";
import { asRole } from "../as-role";
import { addTrip, TRIP } from "../travel/rows";
import { addSharedVehicle, addVehicle, FILE, VEHICLE } from "./vehicle-support";
import { keyOf } from "../outcomes";

const WRITERS: readonly Actor[] = ["user", "editor"];
const READERS: readonly Actor[] = ["user", "vendedor", "editor"];
const DIARY_ENTRY = "00000000-0000-4000-8000-00000000c001";
const OTHER_VEHICLE = "00000000-0000-4000-8000-00000000c002";

const addDiaryEntry = (tx: TransactionSql, trip: string | null = null) => tx`
  insert into public.vehicle_diary_entries (id, vehicle_id, owner_id, on_date, title, trip_id)
  values (${DIARY_ENTRY}, ${VEHICLE}, ${ID_OF.user}, '2026-03-10', 'Serra', ${trip})`;
const withEntry = async (tx: TransactionSql) => {
  await addSharedVehicle(tx);
  await addDiaryEntry(tx);
};
/** Adds an entry as the caller. */
const write = (tx: TransactionSql, trip: string | null = null) => tx`
  insert into public.vehicle_diary_entries (id, vehicle_id, owner_id, on_date, title, trip_id, created_by)
  values (${DIARY_ENTRY}, ${VEHICLE}, ${ID_OF.user}, '2026-03-10', 'Serra', ${trip}, auth.uid())`;

describeAccess("vehicle_diary_entries", withEntry, [
  ["select", READERS, "select id from public.vehicle_diary_entries"],
  ["insert", WRITERS, (tx) => write(tx), addSharedVehicle],
  [
    "insert in the name of somebody else",
    NOBODY,
    (tx) => tx`
      insert into public.vehicle_diary_entries (id, vehicle_id, owner_id, on_date, title, created_by)
      values (${DIARY_ENTRY}, ${VEHICLE}, ${ID_OF.user}, '2026-03-10', 'Serra', ${ID_OF.main_admin})`,
    addSharedVehicle,
  ],
  ["update", WRITERS, (tx) => tx`update public.vehicle_diary_entries set body = 'Neblina' where id = ${DIARY_ENTRY}`],
  [
    "update the time of the trash",
    NOBODY,
    (tx) => tx`update public.vehicle_diary_entries set deleted_at = now() where id = ${DIARY_ENTRY}`,
  ],
  ["delete", NOBODY, "delete from public.vehicle_diary_entries"],
]);

type Run<T> = (tx: TransactionSql) => Promise<T>;
const run = <T>(work: Run<T>, actor: Actor = "user", arrange: Run<unknown> = withEntry) => asRole(actor, arrange, work);
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => "stored",
    (error: { code?: string }) => error.code,
  );

describe("the trash of the diary", () => {
  it.each(ACTORS.filter((actor) => actor !== "anon"))("of a shared car, used by %s", async (actor) => {
    const moved = await run(async (tx) => {
      const move = async (isDeleted: boolean) =>
        keyOf(tx`select public.set_vehicle_row_deleted('diary_entry', ${DIARY_ENTRY}, ${isDeleted}) as answer`);
      return [await move(true), await move(false)];
    }, actor);
    expect(moved).toEqual(WRITERS.includes(actor) ? ["saved", "saved"] : ["gone", "gone"]);
  });
});

describe("the trip of an entry", () => {
  it.each([
    ["user", "user", "stored"],
    ["editor", "editor", "stored"],
    ["editor", "user", "stored"],
    ["user", "editor", "42501"],
    ["editor", "admin", "42501"],
  ] as const)("written by %s and planned by %s: %s", async (actor, planner, result) => {
    const arrange = async (tx: TransactionSql) => {
      await addSharedVehicle(tx);
      await addTrip(tx, planner);
    };
    expect(await codeOf(run((tx) => write(tx, TRIP), actor, arrange))).toBe(result);
  });

  it("of an editor stays when the owner changes the text", async () => {
    const arrange = async (tx: TransactionSql) => {
      await addSharedVehicle(tx);
      await addTrip(tx, "editor");
      await tx`select set_config('request.jwt.claim.sub', ${ID_OF.editor}, true)`;
      await tx`set local session_replication_role = replica`;
      await addDiaryEntry(tx, TRIP);
      await tx`set local session_replication_role = origin`;
    };
    const change = (tx: TransactionSql) =>
      tx`update public.vehicle_diary_entries set body = 'Sol' where id = ${DIARY_ENTRY} returning trip_id`;
    expect((await run((tx) => change(tx), "user", arrange))[0]!.trip_id).toBe(TRIP);
  });
});

describe("photos of the diary", () => {
  const addPhoto = (tx: TransactionSql, { kind = "photo", vehicle = VEHICLE } = {}) => tx`
    insert into public.vehicle_files (id, vehicle_id, owner_id, diary_entry_id, kind, extension, bytes, created_by)
    values (${FILE}, ${vehicle}, ${ID_OF.user}, ${DIARY_ENTRY}, ${kind}, 'webp', 10, auth.uid())`;

  it.each(ACTORS)("added by %s", async (actor) => {
    const result = await codeOf(run((tx) => addPhoto(tx), actor));
    expect(result).toBe(WRITERS.includes(actor) ? "stored" : "42501");
  });
  it("are photos only", async () => {
    expect(await codeOf(run((tx) => addPhoto(tx, { kind: "receipt" })))).toBe("42501");
  });
  it("belong to an entry of the same car", async () => {
    const arrange = async (tx: TransactionSql) => {
      await withEntry(tx);
      await addVehicle(tx, "user", OTHER_VEHICLE);
    };
    expect(await codeOf(run((tx) => addPhoto(tx, { vehicle: OTHER_VEHICLE }), "user", arrange))).toBe("42501");
  });
  it("are deleted with their entry", async () => {
    const left = await run(async (tx) => {
      await addPhoto(tx);
      await tx`reset role`;
      await tx`delete from public.vehicle_diary_entries`;
      return (await tx`select id from public.vehicle_files where id = ${FILE}`).length;
    });
    expect(left).toBe(0);
  });
});
