import type { TransactionSql } from "postgres";
import { afterEach, describe, expect, it } from "vitest";
import { ID_OF } from "../actors";
import { asOwner, becomeRole, callAs, sql } from "../as-role";
import { addHistory, addOffer, addSaleLink, CHECKLIST, emailOf, FUEL, LINK, TOKEN } from "./sharing-rows";
import { addSharedVehicle, ENTRY, FILE, VEHICLE } from "./vehicle-support";
import { HISTORY_KINDS } from "@/lib/platform/supabase/database-constants/garage";

const decide =
  (isAccepted: boolean) =>
  async (
    tx: TransactionSql,
  ): Promise<{ outcome: "saved" | "refused" | "gone"; status?: string; reason?: string; vehicle?: string | null }> =>
    (await tx`select public.decide_vehicle_offer(${TOKEN}, ${isAccepted}) as answer`)[0]!.answer;
const titles = (tx: TransactionSql, vehicle: string) =>
  tx`select title, kind, total_cents, created_by, lat from public.vehicle_entries where vehicle_id = ${vehicle} order by on_date, kind`;
const copyOf = async (tx: TransactionSql) => {
  const [row] = await tx`select * from public.vehicles where owner_id = ${ID_OF.user} and status = 'sold'`;
  return row as { id: string; photo_id: string | null; odometer_km: string; nickname: string } | undefined;
};
const countRows = async (tx: TransactionSql, vehicle: string) => {
  const tables = await tx<{ relation: string }[]>`select relation from private.handover_parts order by place`;
  const counts: Record<string, number> = {};
  for (const { relation } of tables) {
    const [row] =
      await tx`select count(*)::int as total from ${tx(`public.${relation}`)} where vehicle_id = ${vehicle}`;
    counts[relation] = row!.total;
  }
  return counts;
};

/** A car with a full history that `another_user` accepted, with these kinds. */
async function accepted<T>(
  chosen: readonly string[],
  look: (tx: TransactionSql, copy: string) => Promise<T>,
): Promise<T> {
  return asOwner(async (tx) => {
    await addHistory(tx);
    await addOffer(tx, { chosen: [...chosen] });
    expect(await callAs(tx, "another_user", decide(true))).toEqual({
      outcome: "saved",
      status: "accepted",
      vehicle: VEHICLE,
    });
    return look(tx, (await copyOf(tx))!.id);
  });
}

describe("deciding about an offered car", () => {
  it("accepting with everything gives the buyer the car with all rows, and the seller a sold copy with as many", async () => {
    const { buyer, seller, counts, identities } = await accepted(HISTORY_KINDS, async (tx, copy) => {
      const [car] = await tx`select owner_id, photo_id, status from public.vehicles where id = ${VEHICLE}`;
      return {
        buyer: car,
        seller: await copyOf(tx),
        counts: [await countRows(tx, VEHICLE), await countRows(tx, copy)],
        identities: [
          ...(await tx`select owner_id, plate, chassis, cvcol_number from public.vehicle_identities order by owner_id`),
        ],
      };
    });
    expect(buyer).toEqual({ owner_id: ID_OF.another_user, photo_id: FILE, status: "active" });
    expect(seller).toMatchObject({ nickname: "Opala", odometer_km: "55000.0" });
    expect(seller!.photo_id).not.toBe(FILE);
    expect(counts[1]).toEqual(counts[0]);
    expect(Object.values(counts[0]!).every((total) => total > 0)).toBe(true);
    const same = { plate: "ABC1D23", chassis: "9BG1", cvcol_number: "77" };
    expect(identities).toEqual([
      { owner_id: ID_OF.user, ...same },
      { owner_id: ID_OF.another_user, ...same },
    ]);
  });

  it("accepting with nothing gives the buyer the kilometres only and keeps every row with the seller", async () => {
    const found = await accepted([], async (tx, copy) => ({
      entries: [...(await tx`select kind, km, total_cents from public.vehicle_entries where vehicle_id = ${VEHICLE}`)],
      counts: [await countRows(tx, VEHICLE), await countRows(tx, copy)],
      ids: (await tx`select id from public.vehicle_entries where vehicle_id = ${copy}`).map(({ id }) => id as string),
      car: (await tx`select odometer_km, photo_id from public.vehicles where id = ${VEHICLE}`)[0],
      cvcol: (await tx`select plate, cvcol_number from public.vehicle_identities where vehicle_id = ${VEHICLE}`)[0],
      photo: (await copyOf(tx))!.photo_id,
    }));
    expect(found.entries).toEqual([{ kind: "km", km: "55000.0", total_cents: null }]);
    expect(found.counts[0]).toEqual({
      ...Object.fromEntries(Object.keys(found.counts[0]!).map((key) => [key, 0])),
      vehicle_entries: 1,
    });
    expect(found.ids).toEqual(expect.arrayContaining([ENTRY, FUEL]));
    expect(found.car).toEqual({ odometer_km: "55000.0", photo_id: null });
    expect([found.cvcol, found.photo]).toEqual([{ plate: "ABC1D23", cvcol_number: "" }, FILE]);
  });

  it("maintenance is handed over without prices, authors and positions when expenses are not, and the seller keeps them", async () => {
    const [bought, kept, receipts] = await accepted(["maintenance", "fuel"], async (tx, copy) => [
      [...(await titles(tx, VEHICLE))],
      [...(await titles(tx, copy))],
      await tx`select vehicle_id, entry_id <> ${ENTRY} as is_of_copy from public.vehicle_files where kind = 'receipt'`,
    ]);
    expect(bought.map(({ kind }) => kind as string)).toEqual(["service", "fuel"]);
    expect(bought[0]).toMatchObject({ title: "Freios", total_cents: null, created_by: null, lat: null });
    expect(kept.map(({ kind }) => kind as string)).toEqual(["service", "expense", "note", "fuel"]);
    expect(kept[0]).toMatchObject({ total_cents: "45000", created_by: ID_OF.editor, lat: -27 });
    expect(receipts.map(({ is_of_copy }) => is_of_copy as boolean)).toEqual([true]);
  });

  it("two rows name one stored file, which is deleted with the second", async () => {
    const queued = await accepted(["photos"], async (tx, copy) => {
      const deletions = () => tx`select name from private.file_deletions where bucket = 'vehicle-files'`;
      await tx`delete from public.vehicle_files where vehicle_id = ${copy} and kind = 'photo'`;
      const before = (await deletions()).length;
      await tx`delete from public.vehicle_files where vehicle_id = ${VEHICLE}`;
      return [before, (await deletions()).map(({ name }) => name as string)];
    });
    expect(queued).toEqual([0, [`${VEHICLE}/${FILE}.webp`]]);
  });

  it("members and sale links end, the seller reads the copy only, and both get a mail", async () => {
    const found = await asOwner(async (tx) => {
      await addHistory(tx);
      await addSaleLink(tx);
      await addOffer(tx, { chosen: ["maintenance"] });
      await callAs(tx, "another_user", decide(true));
      const readable = (inner: TransactionSql) => inner`select id from public.vehicles where nickname = 'Opala'`;
      return {
        members: (await tx`select from public.vehicle_members where vehicle_id = ${VEHICLE}`).length,
        link: (await tx`select revoked_at is not null as ended, owner_id from public.vehicle_sale_links`)[0],
        readers: [
          (await callAs(tx, "user", readable)).map(({ id }) => id as string),
          (await callAs(tx, "another_user", readable)).map(({ id }) => id as string),
          (await callAs(tx, "editor", readable)).map(({ id }) => id as string),
        ],
        copy: (await copyOf(tx))!.id,
        mails: (
          await tx`select data ->> 'to' as receiver, data ->> 'template' as template from private.outbox where job = 'send-mail' and data ->> 'template' like 'vehicle%' order by 2`
        ).map((row) => ({ ...row })),
      };
    });
    expect(found.members).toBe(0);
    expect(found.link).toEqual({ ended: true, owner_id: ID_OF.user });
    expect(found.readers).toEqual([[found.copy], [VEHICLE], []]);
    expect(found.mails).toEqual([
      { receiver: emailOf("user"), template: "vehicle_handover_done" },
      { receiver: emailOf("another_user"), template: "vehicle_received" },
    ]);
  });

  it("accepting twice answers the same and makes one copy", async () => {
    const found = await accepted(["checklists", "maintenance"], async (tx) => ({
      again: await callAs(tx, "another_user", decide(true)),
      refused: await callAs(tx, "another_user", decide(false)),
      cars: (await tx`select from public.vehicles where nickname = 'Opala'`).length,
      task: (await tx`select from public.vehicle_tasks where vehicle_id = ${VEHICLE} and checklist_item_id is not null`)
        .length,
      checklist: (await tx`select vehicle_id from public.vehicle_checklists where id = ${CHECKLIST}`)[0]!
        .vehicle_id as string,
    }));
    const answer = { outcome: "saved", status: "accepted", vehicle: VEHICLE };
    expect(found).toEqual({ again: answer, refused: answer, cars: 2, task: 1, checklist: VEHICLE });
  });

  it.each([
    ["another account", "vendedor", {}, "wrong_account"],
    ["the seller", "user", {}, "wrong_account"],
    ["after the end", "another_user", { days: -1 }, "expired"],
    ["after a withdrawal", "another_user", { status: "withdrawn" }, "withdrawn"],
    ["after a refusal", "another_user", { status: "refused" }, "refused"],
  ] as const)("accepting as or %s changes nothing", async (_, actor, given, status) => {
    const found = await asOwner(async (tx) => {
      await addSharedVehicle(tx);
      await addOffer(tx, given);
      const answer = await callAs(tx, actor, decide(true));
      return [
        answer.status ?? answer.reason,
        (await tx`select owner_id from public.vehicles where id = ${VEHICLE}`)[0]!.owner_id,
      ];
    });
    expect(found).toEqual([status, ID_OF.user]);
  });

  it("refusing notifies the seller and leaves the car with its members", async () => {
    const found = await asOwner(async (tx) => {
      await addSharedVehicle(tx);
      await addOffer(tx);
      const answer = await callAs(tx, "another_user", decide(false));
      const [mail] =
        await tx`select data ->> 'template' as template from private.outbox where job = 'send-mail' and data ->> 'template' like 'vehicle%'`;
      const members = (await tx`select from public.vehicle_members where vehicle_id = ${VEHICLE}`).length;
      return { status: answer.status, template: mail!.template, members };
    });
    expect(found).toEqual({ status: "refused", template: "vehicle_handover_refused", members: 2 });
  });

  it("withdrawing notifies the buyer", async () => {
    const found = await asOwner(async (tx) => {
      await addSharedVehicle(tx);
      await addOffer(tx);
      await callAs(tx, "user", (caller) => caller`select public.withdraw_vehicle_offer(${LINK})`);
      return [
        ...(await tx`
          select data ->> 'to' as receiver, data ->> 'template' as template from private.outbox
          where job = 'send-mail' and data ->> 'template' like 'vehicle%'`),
      ];
    });
    expect(found).toEqual([{ receiver: emailOf("another_user"), template: "vehicle_handover_withdrawn" }]);
  });

  it("the page of the offer names car and kinds to the holder of the link, without plate and history", async () => {
    const shown = await asOwner(async (tx) => {
      await addHistory(tx);
      await addOffer(tx, { chosen: ["fuel"] });
      return (await callAs(tx, "anon", (inner) => inner`select public.read_vehicle_offer(${TOKEN}) as answer`))[0]!
        .answer as Record<string, unknown>;
    });
    expect(shown).toMatchObject({ state: "open", chosen: ["fuel"], is_mine: null, vehicle: { make: "Chevrolet" } });
    expect(JSON.stringify(shown)).not.toMatch(/ABC1D23|Freios|another_user@/);
  });
});

describe("a table that a later migration adds to private.handover_parts", () => {
  const LATER = "00000000-0000-4000-8000-00000000b020";
  /** One row belongs to the service entry and names it and the expense; the table has no ids. */
  const addTable = async (tx: TransactionSql) => {
    await tx`
      create table public.later_rows (
        entry_id uuid primary key references public.vehicle_entries (id), vehicle_id uuid not null, owner_id uuid not null,
        expense_ids uuid[] not null default '{}', secret text not null default '',
        foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
      )`;
    await tx`
      insert into private.handover_parts (relation, place, kind_of, is_counted, parents, lists, cleared)
      values ('later_rows', 95, ${"'maintenance'"}, false, '{entry_id}', '{expense_ids}', '{secret}')`;
    await tx`
      insert into public.later_rows (entry_id, vehicle_id, owner_id, expense_ids, secret)
      values (${ENTRY}, ${VEHICLE}, ${ID_OF.user}, ${[LATER, FUEL]}, 'x')`;
  };
  const handedOver = (chosen: string[]) =>
    asOwner(async (tx) => {
      await addHistory(tx);
      await addTable(tx);
      await addOffer(tx, { chosen });
      await callAs(tx, "another_user", decide(true));
      return [
        ...(await tx`
          select vehicle_id = ${VEHICLE} as is_bought, entry_id = ${ENTRY} as is_same, expense_ids @> ${[FUEL]} as has_fuel,
            expense_ids @> ${[LATER]} as has_other, secret from public.later_rows order by 1`),
      ];
    });

  it("its rows are copied with mapped ids when they are handed over", async () => {
    expect(await handedOver(["maintenance", "fuel"])).toEqual([
      { is_bought: false, is_same: false, has_fuel: false, has_other: true, secret: "x" },
      { is_bought: true, is_same: true, has_fuel: true, has_other: false, secret: "" },
    ]);
  });

  it("its rows move to the copy of the seller when they do not", async () => {
    expect(await handedOver(["fuel"])).toEqual([
      { is_bought: false, is_same: true, has_fuel: false, has_other: true, secret: "x" },
    ]);
  });
});

describe("at the same time", () => {
  const decided = (isAccepted: boolean) =>
    sql.begin(async (tx) => {
      await becomeRole(tx, "another_user");
      const { status, reason } = await decide(isAccepted)(tx);
      return status ?? reason;
    });
  const withdrawn = () =>
    sql.begin(async (tx) => {
      await becomeRole(tx, "user");
      return (await tx`select public.withdraw_vehicle_offer(${LINK}) as done`)[0]!.done.outcome === "saved";
    });
  const added = () =>
    sql.begin(async (tx) => {
      await addHistory(tx);
      await addOffer(tx, { chosen: ["maintenance", "fuel", "photos"] });
    });
  const cars = async () =>
    (await sql`select owner_id, status from public.vehicles where nickname = 'Opala' order by owner_id`).map((row) => ({
      ...row,
    }));
  // Deleting the car of the seller deletes the offer with it.
  afterEach(() => sql`delete from public.vehicles where nickname = 'Opala'`);

  it("two acceptances hand the car over once", async () => {
    await added();
    expect(await Promise.all([decided(true), decided(true)])).toEqual(["accepted", "accepted"]);
    expect(await cars()).toEqual([
      { owner_id: ID_OF.user, status: "sold" },
      { owner_id: ID_OF.another_user, status: "active" },
    ]);
  });

  it("of a withdrawal and an acceptance one counts", async () => {
    await added();
    const [isWithdrawn, status] = await Promise.all([withdrawn(), decided(true)]);
    expect(status).toBe(isWithdrawn ? "withdrawn" : "accepted");
    expect(await cars()).toHaveLength(isWithdrawn ? 1 : 2);
  });
});
