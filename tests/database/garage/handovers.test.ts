import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY, type Actor } from "../actors";
import { asOwner, asRole, callAs, sql } from "../as-role";
import { addHistory, addOffer, emailOf, hashOf, LINK } from "./sharing-rows";
import { addSharedVehicle, VEHICLE } from "./vehicle-support";
import { GONE, keyOf, SAVED } from "../outcomes";

const withOffer = async (tx: TransactionSql) => {
  await addSharedVehicle(tx);
  await addOffer(tx);
};

describeAccess("vehicle_handovers", withOffer, [
  ["select", ["user"], "select id from public.vehicle_handovers"],
  ["select of the hash of the token", NOBODY, "select token_hash from public.vehicle_handovers"],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.vehicle_handovers (id, vehicle_id, owner_id, email, chosen, expires_at)
      values (gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, 'ana@example.org', '{}', now())`,
    addSharedVehicle,
  ],
  ["update", NOBODY, "update public.vehicle_handovers set chosen = '{}'"],
  ["delete", NOBODY, "delete from public.vehicle_handovers"],
]);

const offer = async (tx: TransactionSql, email = "ana@example.org", name = " opala ", chosen: string[] = ["fuel"]) =>
  keyOf(
    tx`select public.offer_vehicle(gen_random_uuid(), ${VEHICLE}, ${email}, ${chosen}, ${name}, ${hashOf(randomUUID())}) as answer`,
  );
describe("offering a car", () => {
  it("mails the buyer a link whose token is not in the queue", async () => {
    const found = await asOwner(async (tx) => {
      await addSharedVehicle(tx);
      const status = await callAs(tx, "user", (inner) => offer(inner, "Ana@Example.org"));
      const [mail] =
        await tx`select data from private.outbox where job = 'send-mail' and data ->> 'template' = 'vehicle_handover_offer'`;
      return { status, mail: mail!.data };
    });
    expect(found).toMatchObject({ status: "saved", mail: { to: "ana@example.org", data: { title: "Opala" } } });
    expect(Object.keys(found.mail.data).toSorted()).toEqual(["name", "title", "vehicle_handover"]);
  });

  it.each<[string, Actor, Parameters<typeof offer> extends [unknown, ...infer Rest] ? Rest : never, string]>([
    ["another name", "user", ["ana@example.org", "Fusca"], "name"],
    ["the own address", "user", [emailOf("user")], "own"],
    ["no address", "user", ["ana"], "invalid"],
    ["an unknown kind", "user", ["ana@example.org", "Opala", ["plate"]], "invalid"],
    ["an editor", "editor", [], "gone"],
    ["another account", "another_user", [], "gone"],
  ])("with %s is refused", async (_, actor, args, status) => {
    expect(await asRole(actor, addSharedVehicle, (tx) => offer(tx, ...args))).toBe(status);
  });

  it("a car has one open offer; after a withdrawal it can be offered again", async () => {
    const answers = await asRole("user", withOffer, async (tx) => {
      const first = await offer(tx);
      const [row] = await tx`select public.withdraw_vehicle_offer(${LINK}) as done`;
      return [first, row!.done.outcome, await offer(tx)];
    });
    expect(answers).toEqual(["exists", "saved", "saved"]);
  });

  it.each<[Actor, boolean]>([
    ["user", true],
    ["editor", false],
    ["another_user", false],
  ])("%s withdraws it: %s", async (actor, may) => {
    const [row] = await asRole(actor, withOffer, (tx) => tx`select public.withdraw_vehicle_offer(${LINK}) as done`);
    expect(row!.done).toEqual(may ? SAVED : GONE);
  });

  it("the preview counts every kind for the owner, and nothing for others", async () => {
    const count = (tx: TransactionSql) => tx`select public.handover_counts(${VEHICLE}) as counts`;
    const [own] = await asRole("user", addHistory, count);
    const [other] = await asRole("editor", addHistory, count);
    expect(own!.counts).toEqual({
      maintenance: 2,
      fuel: 1,
      expenses: 1,
      diary: 2,
      documents: 2,
      parts: 1,
      checklists: 1,
      reminders: 1,
      photos: 1,
      receipts: 1,
      cvcol: 1,
    });
    expect(other!.counts).toEqual({});
  });
});

it("private.handover_parts names every table with rows of a car", async () => {
  const tables = await sql<{ name: string }[]>`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'public.vehicles'::regclass and array_length(conkey, 1) = 2`;
  const parts = await sql<{ relation: string }[]>`select relation from private.handover_parts`;
  // The functions of the handover treat these by name.
  const byName = [
    "vehicle_identities",
    "vehicle_members",
    "vehicle_invitations",
    "vehicle_sale_links",
    "vehicle_handovers",
  ];
  expect([...byName, ...parts.map(({ relation }) => relation)].toSorted()).toEqual(
    tables.map(({ name }) => name.replace("public.", "")).toSorted(),
  );
});
