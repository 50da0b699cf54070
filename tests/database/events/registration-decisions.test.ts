import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { outcomeKey } from "@/lib/platform/outcome";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, becomeRole, sql } from "../as-role";
import { keyOf } from "../outcomes";
import { makeKind, register, removeKind, statusOf, takenOf } from "./registration-support";

const decide = async (tx: TransactionSql, id: string, decision: string, reason: string | null = null) => {
  const [row] = await tx<
    { answer: { outcome: "saved" | "refused"; reason?: string; status?: string } }[]
  >`select public.decide_registration(${id}, ${decision}, ${reason}) as answer`;
  return row!.answer.status ?? outcomeKey(row!.answer);
};
const mailsOf = (tx: TransactionSql, template: string) =>
  tx`select 1 from private.outbox where job = 'send-mail' and data ->> 'template' = ${template}`;
const notesOf = async (tx: TransactionSql, id: string) => {
  const rows = await tx<{ note: string | null }[]>`
    select note from public.registration_events where registration_id = ${id} order by registration_events.id`;
  return rows.map(({ note }) => note);
};

describe("deciding a registration", () => {
  it.each(ACTORS)("an account with the role %s decides only as an event manager", (actor) =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { approval: true });
      const { id } = await register(tx, type);
      await becomeRole(tx, actor);
      const answer = await decide(tx, id, "approve").catch((error: { code: string }) => error.code);
      expect(answer).toBe(EDITORS_UP.some((one) => one === actor) ? "confirmed" : "42501");
    }),
  );

  it("approves a paid registration with time to pay, and a free one at once", () =>
    asOwner(async (tx) => {
      const paid = await makeKind(tx, { approval: true, price: 5000, kind: "expositor_comercial" });
      const { id } = await register(tx, paid.type, { answers: { brand: "Loja", product: "Peças" } });
      await becomeRole(tx, "editor");
      expect(await decide(tx, id, "approve")).toBe("awaiting_payment");
      expect(await takenOf(tx, paid.type)).toBe(1);
    }));

  it("refuses an approval beyond the places and changes nothing", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { approval: true, capacity: 1 });
      const [first, second] = [await register(tx, type), await register(tx, type)];
      await becomeRole(tx, "editor");
      expect(await decide(tx, first.id, "approve")).toBe("confirmed");
      expect(await decide(tx, second.id, "approve")).toBe("no_places");
      expect([await statusOf(tx, second.id), await takenOf(tx, type)]).toEqual(["pending", 1]);
      expect(await decide(tx, second.id, "wait")).toBe("waitlisted");
    }));

  it("gives the last place to one of two moderators who approve at the same time", async () => {
    const kind = await makeKind(sql, { approval: true, capacity: 1 });
    try {
      const both = [await register(sql, kind.type), await register(sql, kind.type)];
      const approve = (id: string) =>
        sql.begin(async (tx) => {
          await becomeRole(tx, "editor");
          return decide(tx, id, "approve");
        });
      const answers = await Promise.all(both.map(({ id }) => approve(id)));
      expect(answers.toSorted()).toEqual(["confirmed", "no_places"]);
      expect(await takenOf(sql, kind.type)).toBe(1);
    } finally {
      await removeKind(sql, kind);
    }
  });

  it("refuses a decision about a version that somebody else changed", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { approval: true });
      const { id } = await register(tx, type);
      await becomeRole(tx, "editor");
      const late = tx`select public.decide_registration(${id}, 'approve', null, now() - interval '1 hour') as answer`;
      expect(await keyOf(late)).toBe("conflict");
      expect(await decide(tx, randomUUID(), "approve")).toBe("gone");
      expect(await statusOf(tx, id)).toBe("pending");
    }));

  it("needs a reason to reject, mails it and writes it into the history", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { approval: true });
      const { id } = await register(tx, type);
      await becomeRole(tx, "editor");
      expect(await decide(tx, id, "reject", "  ")).toBe("reason_missing");
      expect(await decide(tx, id, "reject", "Ano do carro")).toBe("rejected");
      expect((await notesOf(tx, id)).at(-1)).toBe("Ano do carro");
      await tx`reset role`;
      expect(await mailsOf(tx, "registration_rejected")).toHaveLength(1);
    }));

  it("offers the freed place to the next person when a confirmed one is cancelled", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 1 });
      const [first, second] = [await register(tx, type), await register(tx, type)];
      await becomeRole(tx, "editor");
      expect(await decide(tx, second.id, "promote")).toBe("no_places");
      await decide(tx, first.id, "cancel", "Desistiu");
      expect(await statusOf(tx, second.id)).toBe("offered");
    }));

  it("counts the outcomes of a bulk decision and decides what it can", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { approval: true, capacity: 2 });
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) ids.push((await register(tx, type)).id);
      await becomeRole(tx, "editor");
      const [row] = await tx`select public.decide_registrations(${ids}, 'approve') as counts`;
      expect(row!.counts).toEqual({ decided: 2, no_places: 1 });
      const [again] = await tx`select public.decide_registrations(${ids}, 'reject', 'x') as counts`;
      expect(again!.counts).toEqual({ decided: 1, registration_decided: 2 });
    }));
});

describe("correcting a registration", () => {
  const edit = async (tx: TransactionSql, id: string, changes: Record<string, unknown>) =>
    keyOf(tx`select public.edit_registration(${id}, ${tx.json(changes as never)}) as answer`);

  it("takes places for more companions and gives them back", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 2 });
      const { id } = await register(tx, type);
      await becomeRole(tx, "editor");
      await edit(tx, id, { companions: ["Beto"] });
      expect(await takenOf(tx, type)).toBe(2);
      expect(await edit(tx, id, { companions: ["Beto", "Caio"] })).toBe("no_places");
      await edit(tx, id, { companions: [] });
      expect(await takenOf(tx, type)).toBe(1);
    }));

  it("names the changed columns in the history, and nothing else can be changed", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      await becomeRole(tx, "editor");
      await edit(tx, id, { full_name: "Ana Lima", status: "cancelled", price_cents: 1, user_id: randomUUID() });
      const [row] =
        await tx`select full_name, status, price_cents, user_id from public.event_registrations where id = ${id}`;
      expect(row).toEqual({ full_name: "Ana Lima", status: "confirmed", price_cents: 0, user_id: null });
      expect((await notesOf(tx, id)).at(-1)).toBe("edited:full_name");
    }));

  it("is refused for other accounts", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      await becomeRole(tx, "user");
      await expect(edit(tx, id, { full_name: "X" })).rejects.toMatchObject({ code: "42501" });
    }));
});

describe("stands, documents and registrations by hand", () => {
  const addStand = async (tx: TransactionSql, event: string, label: string, kinds: string[] = []) => {
    const [row] = await tx<{ id: string }[]>`
      insert into public.event_stands (event_id, label, kinds) values (${event}, ${label}, ${kinds}) returning id`;
    return row!.id;
  };

  it("gives a free stand of the right kind to one registration only", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx);
      const [one, other] = [await register(tx, type), await register(tx, type)];
      const [stand, wrong] = [await addStand(tx, event, "A1"), await addStand(tx, event, "F1", ["food_truck"])];
      const assign = (to: string, which: string) => keyOf(tx`select public.assign_stand(${to}, ${which}) as answer`);
      await becomeRole(tx, "editor");
      expect(await assign(one.id, stand)).toBe("saved");
      expect(await assign(other.id, stand)).toBe("stand_taken");
      expect(await assign(other.id, wrong)).toBe("stand_missing");
      await tx`select public.assign_stand(${one.id}, null)`;
      expect(await assign(other.id, stand)).toBe("saved");
      const [row] = await tx`select registration_id from public.event_stands where id = ${stand}`;
      expect(row!.registration_id).toBe(other.id);
    }));

  it("mails the reason of a refused document", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      const [document] = await tx<{ id: string }[]>`
        insert into public.registration_documents (registration_id, kind, path) values (${id}, 'alvara', ${randomUUID()}) returning id`;
      await becomeRole(tx, "editor");
      const refuse = (reason: string | null) =>
        keyOf(tx`select public.check_document(${document!.id}, 'refused', ${reason}) as answer`);
      expect([await refuse(null), await refuse("Vencido")]).toEqual(["reason_missing", "saved"]);
      const [row] = await tx`select status, reason from public.registration_documents where id = ${document!.id}`;
      expect(row).toEqual({ status: "refused", reason: "Vencido" });
      await tx`reset role`;
      expect(await mailsOf(tx, "registration_document_refused")).toHaveLength(1);
    }));

  it("registers by hand within the places, once per request", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 1, price: 3000 });
      const payload = {
        type_id: type,
        request_id: randomUUID(),
        full_name: "Rui",
        email: "RUI@example.org",
        is_free: true,
        vehicles: [{ make: "Ford", model: "Corcel", year: 1975 }],
      };
      const add = (inner: TransactionSql, more = {}) =>
        inner<{ id: string }[]>`select public.add_registration(${inner.json({ ...payload, ...more })}) as id`;
      await becomeRole(tx, "editor");
      const [first] = await add(tx);
      const [again] = await add(tx);
      expect(again).toEqual(first);
      expect([await statusOf(tx, first!.id), await takenOf(tx, type)]).toEqual(["confirmed", 1]);
      await expect(tx.savepoint((inner) => add(inner, { request_id: randomUUID() }))).rejects.toThrow("no_places");
    }));
});
