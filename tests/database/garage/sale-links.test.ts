import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY, type Actor } from "../actors";
import { asOwner, asRole, callAs } from "../as-role";
import { addHistory, addSaleLink, DOCUMENT_FILE, hashOf, LINK, RECEIPT, TOKEN } from "./sharing-rows";
import { addSharedVehicle, FILE, VEHICLE } from "./vehicle-support";
import { GONE, keyOf, SAVED } from "../outcomes";

const withLink = async (tx: TransactionSql) => {
  await addSharedVehicle(tx);
  await addSaleLink(tx);
};

describeAccess("vehicle_sale_links", withLink, [
  ["select", ["user"], "select id from public.vehicle_sale_links"],
  ["select of the hash of the token", NOBODY, "select token_hash from public.vehicle_sale_links"],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.vehicle_sale_links (id, vehicle_id, owner_id, expires_at) values (gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, now())`,
    addSharedVehicle,
  ],
  ["update", NOBODY, "update public.vehicle_sale_links set shows = '{plate}'"],
  ["delete", NOBODY, "delete from public.vehicle_sale_links"],
]);

const add = async (tx: TransactionSql, shows: string[] = [], days = 7) =>
  keyOf(
    tx`select public.add_sale_link(gen_random_uuid(), ${VEHICLE}, ${hashOf(randomUUID())}, 'Clube', ${shows}, ${days}) as answer`,
  );
type Read = { state: string; [key: string]: unknown };
const read = async (tx: TransactionSql) => {
  const [row] = await tx`select public.read_sale_link(${TOKEN}) as answer, public.sale_link_state(${TOKEN}) as state`;
  return row as unknown as { answer: Read | null; state: string | null };
};
const fileOf = async (tx: TransactionSql, file: string) =>
  (await tx`select public.sale_link_file(${TOKEN}, ${file}) as answer`)[0]!.answer as { path: string } | null;

describe("sale links", () => {
  it.each<[Actor, string, boolean]>([
    ["user", "saved", true],
    ["editor", "gone", false],
    ["another_user", "gone", false],
    ["superadministrador", "gone", false],
  ])("%s makes one: %s, changes and ends one: %s", async (actor, status, may) => {
    expect(await asRole(actor, addSharedVehicle, (tx) => add(tx))).toBe(status);
    const changed = await asRole(
      actor,
      withLink,
      (tx) =>
        tx`select public.change_sale_link(${LINK}, 'Novo', '{plate}') as changed, public.revoke_sale_link(${LINK}) as ended`,
    );
    expect(changed[0]).toEqual({ changed: may ? SAVED : GONE, ended: may ? SAVED : GONE });
  });

  it.each([
    ["an unknown tick", ["chassis"], 7],
    ["more than 90 days", [], 91],
  ])("%s is refused", async (_, shows, days) => {
    expect(await asRole("user", addSharedVehicle, (tx) => add(tx, shows, days))).toBe("invalid");
  });

  it("without ticks shows no plate, chassis, document, price, receipt, place or name", async () => {
    const { answer } = await asOwner(async (tx) => {
      await addHistory(tx);
      await addSaleLink(tx);
      return callAs(tx, "anon", read);
    });
    const text = JSON.stringify(answer);
    expect(answer).toMatchObject({ state: "open", plate: null, documents: [], vehicle: { make: "Chevrolet" } });
    expect(answer!.services).toEqual([expect.objectContaining({ title: "Freios", km: 54321 })]);
    expect(answer!.fills).toEqual([expect.objectContaining({ litres: 40 })]);
    expect(answer!.parts).toEqual([expect.objectContaining({ name: "Correia" })]);
    for (const hidden of [
      "ABC1D23",
      "9BG1",
      "cents",
      "receipts",
      RECEIPT,
      DOCUMENT_FILE,
      "IPVA",
      "Passeio",
      ID_OF.user,
    ])
      expect(text).not.toContain(hidden);
  });

  it("with all ticks shows plate, documents, prices and receipts, never the chassis", async () => {
    const { answer } = await asOwner(async (tx) => {
      await addHistory(tx);
      await addSaleLink(tx, { shows: ["plate", "documents", "prices", "receipts"] });
      return callAs(tx, "anon", read);
    });
    expect(answer).toMatchObject({ plate: "ABC1D23", documents: [{ kind: "crlv", files: [{ id: DOCUMENT_FILE }] }] });
    expect(answer!.services).toEqual([
      expect.objectContaining({ total_cents: 45000, receipts: [{ id: RECEIPT, extension: "pdf" }] }),
    ]);
    expect(answer!.parts).toEqual([expect.objectContaining({ cost_cents: 1200 })]);
    expect(JSON.stringify(answer)).not.toContain("9BG1");
  });

  it.each([
    ["revoked", { revoked: true }],
    ["expired", { days: -1 }],
  ])("a %s link shows nothing, counts nothing and sends no file", async (state, given) => {
    const found = await asOwner(async (tx) => {
      await addHistory(tx);
      await addSaleLink(tx, { shows: ["receipts"], ...given });
      const shown = await callAs(tx, "anon", read);
      await callAs(tx, "anon", (inner) => inner`select public.count_sale_visit(${TOKEN})`);
      const [{ visits }] = (await tx`select visits from public.vehicle_sale_links`) as unknown as [{ visits: number }];
      return { shown, visits, files: [await fileOf(tx, FILE), await fileOf(tx, RECEIPT)] };
    });
    expect(found).toEqual({ shown: { answer: { state }, state }, visits: 0, files: [null, null] });
  });

  it("the link of a car in the trash ends, an unknown token has no state", async () => {
    const states = await asOwner(async (tx) => {
      await withLink(tx);
      await tx`update public.vehicles set deleted_at = now()`;
      const deleted = await callAs(tx, "anon", read);
      await tx`delete from public.vehicle_sale_links`;
      return [deleted.state, (await callAs(tx, "anon", read)).state];
    });
    expect(states).toEqual(["deleted", null]);
  });

  it("visits of others are counted, those of the owner are not", async () => {
    const visit = (tx: TransactionSql) => tx`select public.count_sale_visit(${TOKEN})`;
    const [row] = await asOwner(async (tx) => {
      await withLink(tx);
      await callAs(tx, "anon", visit);
      await callAs(tx, "another_user", visit);
      await callAs(tx, "user", visit);
      return tx`select visits, last_visit_at is not null as dated from public.vehicle_sale_links`;
    });
    expect(row).toEqual({ visits: 2, dated: true });
  });

  it.each([
    [[], [true, false, false]],
    [["receipts"], [true, true, false]],
    [["documents"], [true, false, true]],
    [
      ["plate", "prices"],
      [true, false, false],
    ],
  ])("with %j sends photo, receipt and document: %j", async (shows, sent) => {
    const found = await asOwner(async (tx) => {
      await addHistory(tx);
      await addSaleLink(tx, { shows });
      return [await fileOf(tx, FILE), await fileOf(tx, RECEIPT), await fileOf(tx, DOCUMENT_FILE)];
    });
    expect(found.map(Boolean)).toEqual(sent);
  });

  it("the path of a file is for the server only", async () => {
    await expect(asRole("user", withLink, (tx) => fileOf(tx, FILE))).rejects.toMatchObject({ code: "42501" });
  });
});
