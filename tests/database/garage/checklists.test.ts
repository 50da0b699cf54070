import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { resultOf, type ItemStatus } from "../../../lib/garage/checklists/rules";
import { describeAccess } from "../access";
import { ACCOUNTS, ID_OF, NOBODY, type Actor } from "../actors";
import { asOwner, asRole } from "../as-role";
import { addSharedVehicle, VEHICLE } from "./vehicle-support";
import { outcomeKey } from "../../../lib/platform/outcome";
import { keyOf } from "../outcomes";

const OWNER: readonly Actor[] = ["user"];
const READERS: readonly Actor[] = ["user", "vendedor", "editor"];
const LIST = "00000000-0000-4000-8000-00000000b001";
const OIL = "00000000-0000-4000-8000-00000000b002";
const BELT = "00000000-0000-4000-8000-00000000b003";
const TASK = "00000000-0000-4000-8000-00000000b004";
const ENTRY = "00000000-0000-4000-8000-00000000b005";
const TEMPLATE = "00000000-0000-4000-8000-00000000b006";
const NEXT = "00000000-0000-4000-8000-00000000b007";

const ITEM = {
  key: "x",
  section: "Motor",
  why: "",
  answer: "check",
  unit: "",
  choices: "",
  suggests_maintenance: true,
};
const START = {
  kind: "daily",
  title: "Diário",
  template_id: null,
  own_template_id: null,
  started_at: "2026-01-02T08:00:00Z",
  items: [
    { ...ITEM, id: OIL, text: "Óleo" },
    { ...ITEM, id: BELT, text: "Correia" },
  ],
};
const SIGNED = { entry: ENTRY, on: "2026-01-02", km: 54321 };

/** Adds an open checklist of the shared car with one task. */
async function addChecklist(tx: TransactionSql): Promise<void> {
  await addSharedVehicle(tx);
  await tx`
    insert into public.vehicle_checklists (id, vehicle_id, owner_id, kind, title)
    values (${LIST}, ${VEHICLE}, ${ID_OF.user}, 'daily', 'Diário')`;
  await tx`
    insert into public.vehicle_checklist_items (id, checklist_id, vehicle_id, owner_id, position, section, text)
    values (${OIL}, ${LIST}, ${VEHICLE}, ${ID_OF.user}, 1, 'Motor', 'Óleo'), (${BELT}, ${LIST}, ${VEHICLE}, ${ID_OF.user}, 2, 'Motor', 'Correia')`;
  await tx`
    insert into public.vehicle_tasks (id, vehicle_id, owner_id, title, checklist_item_id)
    values (${TASK}, ${VEHICLE}, ${ID_OF.user}, 'Trocar o óleo', ${OIL})`;
}

describeAccess("vehicle_checklists", addChecklist, [
  ["select", READERS, (tx) => tx`select id from public.vehicle_checklists where vehicle_id = ${VEHICLE}`],
  [
    "insert",
    NOBODY,
    `insert into public.vehicle_checklists (id, vehicle_id, owner_id, kind, title) values ('${NEXT}', '${VEHICLE}', '${ID_OF.user}', 'daily', 'x')`,
    addChecklist,
  ],
  ["update", NOBODY, "update public.vehicle_checklists set title = 'x'"],
  ["delete", NOBODY, "delete from public.vehicle_checklists"],
]);

describeAccess("vehicle_checklist_items", addChecklist, [
  ["select", READERS, (tx) => tx`select id from public.vehicle_checklist_items where vehicle_id = ${VEHICLE}`],
  [
    "insert",
    NOBODY,
    `insert into public.vehicle_checklist_items (id, checklist_id, vehicle_id, owner_id, position, section, text) values ('${NEXT}', '${LIST}', '${VEHICLE}', '${ID_OF.user}', 3, 'x', 'x')`,
    addChecklist,
  ],
  ["update", NOBODY, "update public.vehicle_checklist_items set status = 'ok'"],
  ["delete", NOBODY, "delete from public.vehicle_checklist_items"],
]);

describeAccess("vehicle_tasks", addChecklist, [
  ["select", READERS, (tx) => tx`select id from public.vehicle_tasks where vehicle_id = ${VEHICLE}`],
  [
    "insert",
    NOBODY,
    `insert into public.vehicle_tasks (id, vehicle_id, owner_id, title) values ('${NEXT}', '${VEHICLE}', '${ID_OF.user}', 'x')`,
    addChecklist,
  ],
  ["update", NOBODY, "update public.vehicle_tasks set title = 'x'"],
  ["delete", NOBODY, "delete from public.vehicle_tasks"],
]);

const items = (tx: TransactionSql) => tx.json([{ ...ITEM, text: "Óleo" }] as never);
const addTemplate = (tx: TransactionSql) => tx`
  insert into public.vehicle_checklist_templates (id, owner_id, title, kind, items) values (${TEMPLATE}, ${ID_OF.user}, 'Meu', 'daily', ${items(tx)})`;
describeAccess("vehicle_checklist_templates", addTemplate, [
  ["select", OWNER, `select id from public.vehicle_checklist_templates where id = '${TEMPLATE}'`],
  [
    "insert",
    ACCOUNTS,
    (tx) => tx`
      insert into public.vehicle_checklist_templates (id, owner_id, title, kind, items) values (${TEMPLATE}, auth.uid(), 'Meu', 'daily', ${items(tx)})`,
  ],
  [
    "insert for another account",
    NOBODY,
    (tx) => tx`
      insert into public.vehicle_checklist_templates (id, owner_id, title, kind, items)
      select ${TEMPLATE}, case when auth.uid() = ${ID_OF.admin}::uuid then ${ID_OF.user}::uuid else ${ID_OF.admin}::uuid end, 'Meu', 'daily', ${items(tx)}`,
  ],
  ["update", OWNER, `update public.vehicle_checklist_templates set title = 'Outro' where id = '${TEMPLATE}'`],
  ["delete", OWNER, `delete from public.vehicle_checklist_templates where id = '${TEMPLATE}'`],
]);

type Answer = {
  outcome: "saved" | "conflict" | "refused" | "gone";
  reason?: string;
  is_finished?: boolean;
  finish_refused?: string | null;
  conflicts?: string[];
  checklist?: { result: string; items: { id: string; status: string; version: number; task: unknown }[] };
};
const save = async (tx: TransactionSql, content: object): Promise<Answer> => {
  const sent = tx.json({ create: null, changes: [], tasks: [], finish: null, ...content } as never);
  return (await tx`select public.save_vehicle_checklist(${LIST}, ${VEHICLE}, ${sent}) as answer`)[0]!.answer as Answer;
};
const change = (id: string, status: string, version = 1) => ({
  id,
  expected_version: version,
  status,
  value: "",
  note: "",
});
const run = <T>(
  work: (tx: TransactionSql) => Promise<T>,
  actor: Actor = "user",
  arrange: (tx: TransactionSql) => Promise<unknown> = addSharedVehicle,
) => asRole(actor, arrange, work);
const count = async (tx: TransactionSql, table: string) =>
  Number((await tx.unsafe(`select count(*) as found from public.${table} where vehicle_id = '${VEHICLE}'`))[0]!.found);

describe("saving a checklist", () => {
  it("stores the start, the answers, the task and the signature once, however often they are sent", async () => {
    const found = await run(async (tx) => {
      const sent = {
        create: START,
        changes: [change(OIL, "fail")],
        tasks: [{ id: TASK, item: OIL, title: "Óleo" }],
        finish: SIGNED,
      };
      const answers = [await save(tx, sent), await save(tx, sent)];
      const counts = [];
      for (const table of ["vehicle_checklists", "vehicle_checklist_items", "vehicle_tasks", "vehicle_entries"])
        counts.push(await count(tx, table));
      const [car] = await tx`select odometer_km from public.vehicles where id = ${VEHICLE}`;
      return {
        statuses: answers.map(({ outcome }) => outcome),
        result: answers[1]!.checklist!.result,
        counts,
        km: Number(car!.odometer_km),
      };
    });
    expect(found).toEqual({ statuses: ["saved", "saved"], result: "failed", counts: [1, 2, 1, 1], km: 54321 });
  });

  it("merges changes of different items and reports an item that another device changed", async () => {
    const [first, second, third] = await run(async (tx) => {
      await save(tx, { create: START });
      return [
        await save(tx, { changes: [change(OIL, "fail")] }),
        await save(tx, { changes: [change(OIL, "ok"), change(BELT, "ok")], finish: SIGNED }),
        await save(tx, { changes: [change(OIL, "ok", 2)] }),
      ] as const;
    });
    expect(first.conflicts).toEqual([]);
    expect([second.outcome, second.conflicts]).toEqual(["conflict", [OIL]]);
    expect(second.checklist!.items.map(({ status }) => status)).toEqual(["fail", "ok"]);
    expect(third.checklist!.items.map(({ status, version }) => [status, version])).toEqual([
      ["ok", 3],
      ["ok", 2],
    ]);
  });

  it("never changes a finished checklist; reopening makes the next revision once", async () => {
    const found = await run(async (tx) => {
      await save(tx, { create: START, finish: { ...SIGNED, km: null } });
      const late = (await save(tx, { changes: [change(OIL, "fail")] })).is_finished;
      const other = (await save(tx, { finish: { ...SIGNED, km: 9 } })).is_finished;
      const reopen = async (id: string) =>
        (await tx`select public.reopen_vehicle_checklist(${LIST}, ${id}) as answer`)[0]!.answer as { id: string };
      const ids = [(await reopen(NEXT)).id, (await reopen(randomUUID())).id];
      const rows = await tx`select revision, previous_id from public.vehicle_checklists where id = ${NEXT}`;
      return { late, other, ids, rows: [...rows] };
    });
    expect(found).toEqual({
      late: true,
      other: true,
      ids: [NEXT, NEXT],
      rows: [{ revision: 2, previous_id: LIST }],
    });
  });

  it("shows the photos of the earlier versions of an item, not those of a version in the trash", async () => {
    const photo = "00000000-0000-4000-8000-00000000b008";
    const found = await run(async (tx) => {
      await save(tx, { create: START });
      await tx`
        insert into public.vehicle_files (id, vehicle_id, owner_id, kind, extension, bytes, checklist_item_id, created_by)
        values (${photo}, ${VEHICLE}, ${ID_OF.user}, 'photo', 'webp', 10, ${BELT}, auth.uid())`;
      await save(tx, { finish: { ...SIGNED, km: null } });
      await tx`select public.reopen_vehicle_checklist(${LIST}, ${NEXT})`;
      const photosOf = async (id: string) => {
        const [row] = await tx`select public.get_vehicle_checklist(${id}) as list`;
        return (row!.list as { items: { photos: string[]; earlier_photos: string[] }[] }).items.map(
          ({ photos, earlier_photos }) => [photos, earlier_photos],
        );
      };
      const [first, second] = [await photosOf(LIST), await photosOf(NEXT)];
      await tx`select public.set_vehicle_checklist_deleted(${LIST}, true)`;
      return { first, second, afterTrash: await photosOf(NEXT) };
    });
    expect(found).toEqual({
      first: [
        [[], []],
        [[photo], []],
      ],
      second: [
        [[], []],
        [[], [photo]],
      ],
      afterTrash: [
        [[], []],
        [[], []],
      ],
    });
  });

  it("refuses other accounts, viewers, a signature in the future and impossible content", async () => {
    const as = async (actor: Actor) => outcomeKey(await run((tx) => save(tx, { create: START }), actor));
    expect(await as("another_user")).toBe("gone");
    expect(await as("superadministrador")).toBe("gone");
    expect(await as("vendedor")).toBe("forbidden");
    expect(await as("editor")).toBe("saved");
    const status = async (content: object) => outcomeKey(await run((tx) => save(tx, content)));
    const late = await run((tx) => save(tx, { create: START, finish: { ...SIGNED, on: "2999-01-01" } }));
    expect([late.outcome, late.finish_refused]).toEqual(["saved", "in_future"]);
    expect(await status({ create: START, changes: [change(OIL, "great")] })).toBe("invalid");
    expect(await status({ create: { ...START, kind: "x" } })).toBe("invalid");
    expect(await status({ changes: [] })).toBe("gone");
  });

  it.each([[["ok", "na"]], [["ok", "pending"]], [["attention", "ok"]], [["fail", "pending"]]] as [ItemStatus[]][])(
    "computes the result of %j like the code",
    async (statuses) => {
      const answer = await run((tx) =>
        save(tx, { create: START, changes: [change(OIL, statuses[0]!), change(BELT, statuses[1]!)], finish: SIGNED }),
      );
      expect(answer.checklist!.result).toBe(resultOf(statuses.map((status) => ({ status }))));
    },
  );

  it("is moved into the trash and back by editors", async () => {
    const remove = (is: boolean) => (tx: TransactionSql) =>
      keyOf(tx`select public.set_vehicle_checklist_deleted(${LIST}, ${is}) as answer`);
    const found = await run(
      async (tx) => [
        await remove(true)(tx),
        outcomeKey(await save(tx, {})),
        await remove(false)(tx),
        outcomeKey(await save(tx, {})),
      ],
      "user",
      addChecklist,
    );
    expect(found).toEqual(["saved", "gone", "saved", "saved"]);
    expect(await run(remove(true), "vendedor", addChecklist)).toBe("gone");
  });
});

describe("a maintenance task", () => {
  const finish = (tx: TransactionSql) => tx`
    select public.finish_vehicle_task(${TASK}, ${ENTRY}, ${tx.json({ on_date: "2026-01-03", title: "Óleo trocado" })}) as answer`;

  it("writes one service entry when it is done, and moves it into the trash when it is opened again", async () => {
    const found = await run(
      async (tx) => {
        await finish(tx);
        await finish(tx);
        const [entry] = await tx`select kind, title from public.vehicle_entries where id = ${ENTRY}`;
        const [task] = await tx`select status, done_entry_id from public.vehicle_tasks where id = ${TASK}`;
        await tx`select public.reopen_vehicle_task(${TASK})`;
        const [after] = await tx`select status, done_entry_id from public.vehicle_tasks where id = ${TASK}`;
        const [trash] =
          await tx`select deleted_at is not null as is_deleted from public.vehicle_entries where id = ${ENTRY}`;
        return [entry, task, after, trash];
      },
      "user",
      addChecklist,
    );
    expect(found).toEqual([
      { kind: "service", title: "Óleo trocado" },
      { status: "done", done_entry_id: ENTRY },
      { status: "open", done_entry_id: null },
      { is_deleted: true },
    ]);
  });

  it("is written by owner and editors only", async () => {
    const statuses = async (actor: Actor) =>
      run(
        async (tx) => [
          await keyOf(tx`select public.save_vehicle_task(${NEXT}, ${VEHICLE}, 'Pastilhas') as answer`),
          await keyOf(finish(tx)),
          await keyOf(tx`select public.delete_vehicle_task(${TASK}) as answer`),
        ],
        actor,
        addChecklist,
      );
    expect(await statuses("editor")).toEqual(["saved", "saved", "saved"]);
    for (const actor of ["vendedor", "another_user", "superadministrador"] as const)
      expect(await statuses(actor)).toEqual(["gone", "gone", "gone"]);
  });
});

describe("photos of items", () => {
  const addPhoto = (tx: TransactionSql, item = OIL) => tx`
    insert into public.vehicle_files (id, vehicle_id, owner_id, kind, extension, bytes, checklist_item_id, created_by)
    values (gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, 'photo', 'webp', 10, ${item}, auth.uid())`;

  it("belong to open checklists of the same car and stay with a finished one", async () => {
    await expect(run((tx) => addPhoto(tx), "user", addChecklist)).resolves.toMatchObject({ count: 1 });
    await expect(run((tx) => addPhoto(tx, NEXT), "user", addChecklist)).rejects.toMatchObject({ code: "42501" });
    const finished = async (tx: TransactionSql) => {
      await addChecklist(tx);
      await tx`
        insert into public.vehicle_files (id, vehicle_id, owner_id, kind, extension, bytes, checklist_item_id)
        values (${NEXT}, ${VEHICLE}, ${ID_OF.user}, 'photo', 'webp', 10, ${OIL})`;
      await tx`update public.vehicle_checklists set finished_at = now(), signed_on = '2026-01-02', result = 'ok' where id = ${LIST}`;
    };
    await expect(run((tx) => addPhoto(tx), "user", finished)).rejects.toMatchObject({ code: "42501" });
    const deleted = await run((tx) => tx`delete from public.vehicle_files where id = ${NEXT}`, "user", finished);
    expect(deleted.count).toBe(0);
  });
});

it("a checklist and its tasks follow the car to its next owner", async () => {
  const owners = await asOwner(async (tx) => {
    await addChecklist(tx);
    await tx`delete from public.vehicle_members where vehicle_id = ${VEHICLE}`;
    await tx`update public.vehicles set owner_id = ${ID_OF.admin} where id = ${VEHICLE}`;
    return tx`
      select owner_id from public.vehicle_checklists where vehicle_id = ${VEHICLE} union select owner_id from public.vehicle_checklist_items
      where vehicle_id = ${VEHICLE} union select owner_id from public.vehicle_tasks where vehicle_id = ${VEHICLE}`;
  });
  expect(owners.map(({ owner_id }) => owner_id as string)).toEqual([ID_OF.admin]);
});
