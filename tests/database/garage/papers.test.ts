import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY, type Actor } from "../actors";
import { asRole } from "../as-role";
import {
  addDocument,
  addPart,
  addSharedVehicle,
  addVehicle,
  DOCUMENT,
  ENTRY,
  FILE,
  PART,
  VEHICLE,
} from "./vehicle-support";
import { keyOf } from "../outcomes";

const OWNER: readonly Actor[] = ["user"];
const WRITERS: readonly Actor[] = ["user", "editor"];
const READERS: readonly Actor[] = ["user", "vendedor", "editor"];
const OTHER_VEHICLE = "00000000-0000-4000-8000-00000000a010";
const OTHER_DOCUMENT = "00000000-0000-4000-8000-00000000a011";

const withDocument = async (tx: TransactionSql) => {
  await addSharedVehicle(tx);
  await addDocument(tx);
};
const withPart = async (tx: TransactionSql) => {
  await addSharedVehicle(tx);
  await addPart(tx);
};

describeAccess("vehicle_documents", withDocument, [
  ["select", OWNER, "select id from public.vehicle_documents"],
  [
    "insert",
    OWNER,
    (tx) => tx`
      insert into public.vehicle_documents (id, vehicle_id, owner_id, kind) values (${DOCUMENT}, ${VEHICLE}, ${ID_OF.user}, 'crlv')`,
    addSharedVehicle,
  ],
  [
    "insert in the own name",
    OWNER,
    (tx) => tx`
      insert into public.vehicle_documents (id, vehicle_id, owner_id, kind) values (${DOCUMENT}, ${VEHICLE}, auth.uid(), 'crlv')`,
    addSharedVehicle,
  ],
  ["update", OWNER, (tx) => tx`update public.vehicle_documents set number = '9' where id = ${DOCUMENT}`],
  [
    "update the car",
    NOBODY,
    (tx) => tx`update public.vehicle_documents set vehicle_id = vehicle_id where id = ${DOCUMENT}`,
  ],
  ["delete", NOBODY, "delete from public.vehicle_documents"],
]);

describeAccess("vehicle_parts", withPart, [
  ["select", READERS, "select id from public.vehicle_parts"],
  [
    "insert",
    WRITERS,
    (tx) => tx`
      insert into public.vehicle_parts (id, vehicle_id, owner_id, name) values (${PART}, ${VEHICLE}, ${ID_OF.user}, 'Vela')`,
    addSharedVehicle,
  ],
  ["update", WRITERS, (tx) => tx`update public.vehicle_parts set quantity = 2 where id = ${PART}`],
  [
    "update the owner",
    NOBODY,
    (tx) => tx`update public.vehicle_parts set owner_id = coalesce(auth.uid(), owner_id) where id = ${PART}`,
  ],
  ["delete", NOBODY, "delete from public.vehicle_parts"],
]);

const insertFile = (document: string) => (tx: TransactionSql) =>
  tx`
  insert into public.vehicle_files (id, vehicle_id, owner_id, kind, extension, bytes, document_id, created_by)
  values (${FILE}, ${VEHICLE}, ${ID_OF.user}, 'document', 'pdf', 10, ${document}, auth.uid())`;
describeAccess("vehicle_files", null, [
  ["insert of a document", OWNER, insertFile(DOCUMENT), withDocument],
  [
    "insert of a document of another car",
    NOBODY,
    insertFile(OTHER_DOCUMENT),
    async (tx) => {
      await addSharedVehicle(tx);
      await addVehicle(tx, "user", OTHER_VEHICLE);
      await tx`
        insert into public.vehicle_documents (id, vehicle_id, owner_id, kind)
        values (${OTHER_DOCUMENT}, ${OTHER_VEHICLE}, ${ID_OF.user}, 'crlv')`;
    },
  ],
]);

const run = <T>(
  work: (tx: TransactionSql) => Promise<T>,
  actor: Actor = "user",
  arrange: (tx: TransactionSql) => Promise<unknown> = addSharedVehicle,
) => asRole(actor, arrange, work);
const replace = async (tx: TransactionSql, total: number, reading: number, day = "2026-02-01") =>
  keyOf(tx`select public.replace_odometer(${ENTRY}, ${VEHICLE}, ${day}, ${total}, ${reading}, 'cabo novo') as answer`);
const note = async (tx: TransactionSql, id: string, content: object) =>
  keyOf(tx`
    select public.save_vehicle_entry(${id}, ${VEHICLE}, null, ${tx.json({ kind: "km", ...content } as never)}) as answer`);
const carOf = async (tx: TransactionSql) => {
  const [row] =
    await tx`select odometer_km, odometer_offset_km, odometer_state from public.vehicles where id = ${VEHICLE}`;
  return {
    km: Number(row!.odometer_km),
    offset: Number(row!.odometer_offset_km),
    state: row!.odometer_state as string,
  };
};

describe("a replaced odometer", () => {
  const FIRST = "00000000-0000-4000-8000-00000000a020";
  const LATER = "00000000-0000-4000-8000-00000000a021";

  it("goes on with the total kilometres, and is noted once however often it is sent", async () => {
    const found = await run(async (tx) => {
      await note(tx, FIRST, { on_date: "2026-01-02", reading_km: 88_000 });
      const answers = [await replace(tx, 88_120, 5), await replace(tx, 88_120, 5)];
      const after = await carOf(tx);
      await note(tx, LATER, { on_date: "2026-03-01", reading_km: 105, offset_km: after.offset });
      return { answers, after, later: await carOf(tx) };
    });
    expect(found).toEqual({
      answers: ["saved", "saved"],
      after: { km: 88_120, offset: 88_115, state: "replaced" },
      later: { km: 88_220, offset: 88_115, state: "replaced" },
    });
  });

  it("is undone with the trash of its entry", async () => {
    const found = await run(async (tx) => {
      await note(tx, FIRST, { on_date: "2026-01-02", reading_km: 88_000 });
      await replace(tx, 88_120, 0);
      await tx`select public.set_vehicle_entry_deleted(${ENTRY}, true)`;
      const removed = await carOf(tx);
      await tx`select public.set_vehicle_entry_deleted(${ENTRY}, false)`;
      return [removed, await carOf(tx)];
    });
    expect(found).toEqual([
      { km: 88_000, offset: 0, state: "ok" },
      { km: 88_120, offset: 88_120, state: "replaced" },
    ]);
  });

  it("refuses a total below the noted kilometres, a day in the future, and everybody but the owner", async () => {
    const noted = (tx: TransactionSql) => note(tx, FIRST, { on_date: "2026-01-02", reading_km: 500 });
    expect(
      await run(async (tx) => {
        await noted(tx);
        return replace(tx, 499, 0);
      }),
    ).toBe("goes_back");
    expect(await run((tx) => replace(tx, 1, 0, "2999-01-01"))).toBe("in_future");
    expect(await run((tx) => replace(tx, 1, -1))).toBe("invalid");
    for (const actor of ["editor", "vendedor", "another_user", "superadministrador"] as const)
      expect(await run((tx) => replace(tx, 1, 0), actor)).toBe("gone");
  });
});

describe("the trash", () => {
  const ITEMS = [
    ["vehicle", VEHICLE, ["user"]],
    ["document", DOCUMENT, ["user"]],
    ["part", PART, ["user", "editor"]],
    ["other", PART, []],
  ] as const;
  const all = async (tx: TransactionSql) => {
    await withDocument(tx);
    await addPart(tx);
  };

  it.each(ITEMS)("takes and returns a %s for those who may write it", async (kind, item, can) => {
    const move = async (tx: TransactionSql, is: boolean) =>
      keyOf(tx`select public.set_vehicle_row_deleted(${kind}, ${item}, ${is}) as answer`);
    for (const actor of ["user", "editor", "vendedor", "another_user", "superadministrador"] as const) {
      const answer = (can as readonly Actor[]).includes(actor) ? "saved" : "gone";
      const found = await run(async (tx) => [await move(tx, true), await move(tx, false)], actor, all);
      expect([actor, ...found]).toEqual([actor, answer, answer]);
    }
  });

  it.each(["vehicles", "vehicle_documents", "vehicle_parts"])("is not written directly: %s", async (table) => {
    await expect(run((tx) => tx`update public.${tx(table)} set deleted_at = now()`, "user", all)).rejects.toMatchObject(
      {
        code: "42501",
      },
    );
  });
});

describe("deleting a car for good", () => {
  const destroy = async (tx: TransactionSql, name: string) =>
    keyOf(tx`select public.delete_vehicle(${VEHICLE}, ${name}) as answer`);
  const inTrash = async (tx: TransactionSql) => {
    await addSharedVehicle(tx);
    await addDocument(tx);
    await tx`update public.vehicles set deleted_at = now() where id = ${VEHICLE}`;
  };

  it("needs the trash and the nickname, and deletes everything of the car", async () => {
    expect(await run((tx) => destroy(tx, "Opala"))).toBe("gone");
    const found = await run(
      async (tx) => [
        await destroy(tx, "Fusca"),
        await destroy(tx, " opala "),
        (await tx`select id from public.vehicle_documents`).length,
      ],
      "user",
      inTrash,
    );
    expect(found).toEqual(["name", "saved", 0]);
  });

  it("is refused to everybody but the owner", async () => {
    for (const actor of ["editor", "vendedor", "another_user", "superadministrador"] as const)
      expect(await run((tx) => destroy(tx, "Opala"), actor, inTrash)).toBe("gone");
  });
});
