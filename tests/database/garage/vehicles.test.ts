import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACCOUNTS, ID_OF, NOBODY, type Actor } from "../actors";
import { asRole, sql } from "../as-role";
import { addEntry, addFile, addSharedVehicle, addVehicle, ENTRY, FILE, VEHICLE } from "./vehicle-support";
import { outcomeKey } from "../../../lib/platform/outcome";
import { keyOf } from "../outcomes";

const OWNER: readonly Actor[] = ["user"];
const WRITERS: readonly Actor[] = ["user", "editor"];
const READERS: readonly Actor[] = ["user", "vendedor", "editor"];
const nothing = async () => undefined;

describeAccess("vehicles", addSharedVehicle, [
  ["select", READERS, (tx) => tx`select id from public.vehicles where id = ${VEHICLE}`],
  [
    "insert",
    ACCOUNTS,
    (tx) => tx`insert into public.vehicles (id, owner_id, nickname) values (${VEHICLE}, auth.uid(), 'Fusca')`,
    nothing,
  ],
  [
    "insert for another account",
    NOBODY,
    (tx) => tx`
      insert into public.vehicles (id, owner_id, nickname)
      select ${VEHICLE}, case when auth.uid() = ${ID_OF.admin}::uuid then ${ID_OF.user}::uuid else ${ID_OF.admin}::uuid end, 'Fusca'`,
    nothing,
  ],
  ["update", OWNER, (tx) => tx`update public.vehicles set nickname = 'Opalão' where id = ${VEHICLE}`],
  [
    "update the owner",
    NOBODY,
    (tx) => tx`update public.vehicles set owner_id = coalesce(auth.uid(), owner_id) where id = ${VEHICLE}`,
  ],
  ["update the kilometres", NOBODY, (tx) => tx`update public.vehicles set odometer_km = 1 where id = ${VEHICLE}`],
  ["delete", NOBODY, (tx) => tx`delete from public.vehicles where id = ${VEHICLE}`],
]);

const addIdentity = async (tx: TransactionSql) => {
  await addSharedVehicle(tx);
  await tx`insert into public.vehicle_identities (vehicle_id, owner_id, plate) values (${VEHICLE}, ${ID_OF.user}, 'ABC1D23')`;
};
describeAccess("vehicle_identities", addIdentity, [
  ["select", OWNER, "select plate from public.vehicle_identities"],
  [
    "insert",
    OWNER,
    (tx) => tx`insert into public.vehicle_identities (vehicle_id, owner_id) values (${VEHICLE}, auth.uid())`,
    addSharedVehicle,
  ],
  [
    "insert in the name of the owner",
    OWNER,
    (tx) => tx`insert into public.vehicle_identities (vehicle_id, owner_id) values (${VEHICLE}, ${ID_OF.user})`,
    addSharedVehicle,
  ],
  ["update", OWNER, "update public.vehicle_identities set chassis = 'X'"],
  ["delete", NOBODY, "delete from public.vehicle_identities"],
]);

describeAccess("vehicle_members", addSharedVehicle, [
  ["select", READERS, "select role from public.vehicle_members"],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.vehicle_members (vehicle_id, owner_id, account_id, role) values (${VEHICLE}, ${ID_OF.user}, ${ID_OF.admin}, 'editor')`,
    addVehicle,
  ],
  ["update", NOBODY, "update public.vehicle_members set role = 'editor'"],
  ["delete", NOBODY, "delete from public.vehicle_members"],
]);

describeAccess("vehicle_entries", addEntry, [
  ["select", READERS, (tx) => tx`select id from public.vehicle_entries where id = ${ENTRY}`],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date) values (${ENTRY}, ${VEHICLE}, ${ID_OF.user}, 'note', '2026-01-02')`,
    addSharedVehicle,
  ],
  ["update", NOBODY, (tx) => tx`update public.vehicle_entries set title = 'x' where id = ${ENTRY}`],
  ["delete", NOBODY, (tx) => tx`delete from public.vehicle_entries where id = ${ENTRY}`],
]);

const insertFile = (kind: string) => (tx: TransactionSql) =>
  tx`
  insert into public.vehicle_files (id, vehicle_id, owner_id, kind, extension, bytes, created_by)
  values (${FILE}, ${VEHICLE}, ${ID_OF.user}, ${kind}, 'pdf', 10, auth.uid())`;
describeAccess("vehicle_files", addFile("photo"), [
  ["select a photo", READERS, "select id from public.vehicle_files"],
  ["select a document", OWNER, "select id from public.vehicle_files", addFile("document")],
  ["insert a receipt", WRITERS, insertFile("receipt"), addSharedVehicle],
  ["insert a document", OWNER, insertFile("document"), addSharedVehicle],
  ["update", NOBODY, "update public.vehicle_files set name = 'x'"],
  ["delete a photo", WRITERS, (tx) => tx`delete from public.vehicle_files where id = ${FILE}`],
  ["delete a document", OWNER, (tx) => tx`delete from public.vehicle_files where id = ${FILE}`, addFile("document")],
]);

type Answer = {
  outcome: "saved" | "conflict" | "refused" | "gone";
  reason?: string;
  entry?: { version: number; km: number };
};
const content = { kind: "km", on_date: "2026-01-02", reading_km: 100 };
const save = async (tx: TransactionSql, version: number | null, more: object = {}) =>
  (
    await tx<{ answer: Answer }[]>`
    select public.save_vehicle_entry(${ENTRY}, ${VEHICLE}, ${version}, ${tx.json({ ...content, ...more } as never)}) as answer`
  )[0]!.answer;
const run = <T>(
  work: (tx: TransactionSql) => Promise<T>,
  actor: Actor = "user",
  arrange: (tx: TransactionSql) => Promise<unknown> = addSharedVehicle,
) => asRole(actor, arrange, work);
const kmOf = async (tx: TransactionSql) =>
  Number((await tx`select odometer_km from public.vehicles where id = ${VEHICLE}`)[0]!.odometer_km);

describe("saving an entry", () => {
  it("stores it once, however often it is sent, and keeps the kilometres of the car", async () => {
    const found = await run(async (tx) => {
      const first = [await save(tx, null), await save(tx, null)];
      const second = [
        await save(tx, 1, { reading_km: 250, offset_km: 50 }),
        await save(tx, 1, { reading_km: 250, offset_km: 50 }),
      ];
      return { statuses: [...first, ...second].map(({ outcome }) => outcome), km: await kmOf(tx) };
    });
    expect(found).toEqual({ statuses: ["saved", "saved", "saved", "saved"], km: 300 });
  });

  it("answers conflict with the stored entry when another device saved in between", async () => {
    const answer = await run(async (tx) => {
      await save(tx, null);
      await save(tx, 1, { reading_km: 200 });
      return save(tx, 1, { reading_km: 300 });
    });
    expect(answer).toMatchObject({ outcome: "conflict", entry: { version: 2, km: 200 } });
  });

  it("refuses other accounts, viewers, impossible content and columns of the server", async () => {
    const statusAs = async (actor: Actor) => outcomeKey(await run((tx) => save(tx, null), actor));
    expect(await statusAs("another_user")).toBe("gone");
    expect(await statusAs("superadministrador")).toBe("gone");
    expect(await statusAs("vendedor")).toBe("forbidden");
    expect(await statusAs("editor")).toBe("saved");
    const invalid = (more: object) => run(async (tx) => outcomeKey(await save(tx, null, more)));
    expect(await invalid({ kind: "fuel" })).toBe("invalid");
    expect(await invalid({ reading_km: -1 })).toBe("invalid");
    expect(await invalid({ on_date: "2999-01-01" })).toBe("in_future");
    expect(await invalid({ on_date: "x" })).toBe("invalid");
    expect(await invalid({ owner_id: ID_OF.admin, version: 9, deleted_at: "2026-01-01" })).toBe("saved");
  });

  it("moves an entry into the trash and back; the kilometres of the car follow", async () => {
    const found = await run(async (tx) => {
      await save(tx, null);
      const remove = async (is: boolean) =>
        keyOf(tx`select public.set_vehicle_entry_deleted(${ENTRY}, ${is}) as answer`);
      const removed = [
        await remove(true),
        (await tx`select odometer_km from public.vehicles`)[0]!.odometer_km as string,
      ];
      return [...removed, outcomeKey(await save(tx, 2)), await remove(false), await kmOf(tx)];
    });
    expect(found).toEqual(["saved", null, "gone", "saved", 100]);
  });
});

it("the log follows the car to its next owner", async () => {
  const owners = await sql.begin(async (tx) => {
    await addEntry(tx);
    await tx`update public.vehicles set owner_id = ${ID_OF.admin} where id = ${VEHICLE}`;
    const rows = await tx`
      select owner_id from public.vehicle_entries union select owner_id from public.vehicle_members where vehicle_id = ${VEHICLE}`;
    await tx`delete from public.vehicles where id = ${VEHICLE}`;
    return rows.map(({ owner_id }) => owner_id as string);
  });
  expect(owners).toEqual([ID_OF.admin]);
});
