import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, becomeRole, callAs } from "../as-role";
import { addTemplate } from "./certificate-rows";
import { addRegistrationLink, makeKind, register, statusOf, takenOf, type Kind } from "./registration-support";
import { GONE, keyOf, refused, SAVED } from "../outcomes";

/** Lets people of a registration in, before the event begins. */
async function enter(tx: TransactionSql, { event }: Kind, registration: string, people?: number): Promise<string> {
  const [list] = await tx<{ id: string }[]>`
    insert into public.event_checkin_lists (event_id, name) values (${event}, 'Entrada')
    on conflict (event_id, name) do update set name = excluded.name returning id`;
  const nonce = randomUUID();
  const reading = { nonce, listId: list!.id, registrationId: registration, badgeVersion: null, people: people ?? null };
  const sent = [{ ...reading, scannedAt: new Date().toISOString(), isOffline: false }];
  await callAs(tx, "editor", () => tx`select public.record_checkins(${tx.json(sent)})`);
  return nonce;
}

const asManager = async (tx: TransactionSql, call: (inner: TransactionSql) => PromiseLike<unknown>) => {
  await callAs(tx, "editor", () => tx.savepoint(async (inner) => void (await call(inner))));
};
/** The outcome of a call of an event manager. */
const managed = (tx: TransactionSql, call: (inner: TransactionSql) => PromiseLike<readonly object[]>) =>
  callAs(tx, "editor", () => keyOf(call(tx)));

/** A kind with two places, of which one is taken by a person who entered, and a person who waits. */
async function withOneInside(tx: TransactionSql, price = 0) {
  const kind = await makeKind(tx, { capacity: 1, price });
  const inside = await register(tx, kind.type);
  if (price > 0) await tx`select private.set_registration_status(${inside.id}, 'confirmed')`;
  const waiting = await register(tx, kind.type, { email: "bia@example.org", full_name: "Bia" });
  const nonce = await enter(tx, kind, inside.id);
  return { kind, inside, waiting, nonce };
}

describe("a registration whose people entered", () => {
  it("cannot be cancelled, changed, given away or declined by the person", () =>
    asOwner(async (tx) => {
      const { inside, waiting, kind } = await withOneInside(tx);
      const token = await addRegistrationLink(tx, "manage", inside.id);
      const attendance = await addRegistrationLink(tx, "attendance", inside.id);
      const other = { full_name: "Outra", email: "outra@example.org", phone: "48 98888-0000" };
      const answers = await tx`
        select public.cancel_own_registration(${token}) as cancelled, public.edit_own_registration(${token}, ${tx.json({ companions: [] })}) as edited,
          public.transfer_registration(${token}, ${tx.json(other)}) as moved, public.answer_attendance(${attendance}, false) as declined,
          public.read_registration(${token}) -> 'has_entered' as entered, public.read_registration(${token}) -> 'can_edit' as editable`;
      expect(answers[0]).toEqual({
        cancelled: GONE,
        edited: GONE,
        moved: GONE,
        declined: refused("closed"),
        entered: true,
        editable: false,
      });
      expect([await statusOf(tx, inside.id), await statusOf(tx, waiting.id), await takenOf(tx, kind.type)]).toEqual([
        "confirmed",
        "waitlisted",
        1,
      ]);
    }));

  it("may be cancelled again after the entry was undone", () =>
    asOwner(async (tx) => {
      const { inside, nonce } = await withOneInside(tx);
      const token = await addRegistrationLink(tx, "manage", inside.id);
      await asManager(tx, (inner) => inner`select public.undo_checkin(${nonce})`);
      expect(await tx`select public.cancel_own_registration(${token}) as status`).toEqual([{ status: SAVED }]);
    }));

  it("keeps its place when the team cancels it, until the entry is undone", () =>
    asOwner(async (tx) => {
      const { inside, waiting, kind, nonce } = await withOneInside(tx);
      await asManager(tx, (inner) => inner`select public.decide_registration(${inside.id}, 'cancel', 'Briga')`);
      await tx`select private.expire_registration_holds()`;
      expect([await statusOf(tx, inside.id), await statusOf(tx, waiting.id), await takenOf(tx, kind.type)]).toEqual([
        "cancelled",
        "waitlisted",
        1,
      ]);
      await asManager(tx, (inner) => inner`select public.undo_checkin(${nonce})`);
      expect(await takenOf(tx, kind.type)).toBe(0);
    }));

  it("is left out when places of people who declined are freed", () =>
    asOwner(async (tx) => {
      const { inside, kind } = await withOneInside(tx);
      await tx`update public.event_registrations set attending = 'no' where id = ${inside.id}`;
      await becomeRole(tx, "editor");
      expect(await tx`select public.free_declined_places(${kind.event}) as freed`).toEqual([{ freed: 0 }]);
    }));

  it("is not put back on the waiting list or rejected when an operator admitted it unapproved", () =>
    asOwner(async (tx) => {
      const kind = await makeKind(tx, { approval: true });
      const { id } = await register(tx, kind.type);
      await tx`update public.event_registrations set status = 'confirmed' where id = ${id}`;
      await enter(tx, kind, id);
      await tx`update public.event_registrations set status = 'pending' where id = ${id}`;
      for (const decision of ["wait", "reject"])
        expect(
          await managed(tx, (inner) => inner`select public.decide_registration(${id}, ${decision}, 'x') as answer`),
        ).toBe("registration_entered");
    }));

  it("cannot have fewer people than are inside", () =>
    asOwner(async (tx) => {
      const kind = await makeKind(tx);
      const { id } = await register(tx, kind.type, { companions: ["Bia", "Caio"] });
      await enter(tx, kind, id, 2);
      const change = (names: string[]) =>
        managed(
          tx,
          (inner) => inner`select public.edit_registration(${id}, ${inner.json({ companions: names })}) as answer`,
        );
      expect([await change([]), await change(["Bia"])]).toEqual(["registration_entered", "saved"]);
      expect(await takenOf(tx, kind.type)).toBe(2);
    }));
});

describe("a certificate", () => {
  const people = async (tx: TransactionSql, event: string, template: string) => {
    const [row] = await callAs(
      tx,
      "admin",
      () => tx`select public.certificate_people(${event}, ${template}) as people`,
    );
    return (row!.people as { id: string }[]).map(({ id }) => id);
  };

  it("is for confirmed registrations only: a cancelled or refunded person gets none and is mailed none", () =>
    asOwner(async (tx) => {
      const { kind, inside } = await withOneInside(tx, 5000);
      const template = await addTemplate(tx);
      expect(await people(tx, kind.event, template)).toEqual([inside.id]);
      const [issued] = await tx`select private.issue_certificate(${inside.id}, ${template}, null, null, null) as id`;
      const [paid] = await tx<{ id: string }[]>`
        insert into public.payments (subject_type, subject_id, method, amount_cents, provider, status, paid_at)
        values ('registration', ${inside.id}, 'card', 5000, 'stripe', 'paid', now()) returning id`;
      await tx`update public.event_registrations set payment_id = ${paid!.id} where id = ${inside.id}`;
      await tx`select private.advance_payment(${paid!.id}, 'refunded', 5000)`;
      expect(await statusOf(tx, inside.id)).toBe("cancelled");
      const [cancelled] = await tx`
        select status_note, (select note from public.registration_events where registration_id = ${inside.id}
          order by id desc limit 1) as line
        from public.event_registrations where id = ${inside.id}`;
      expect(cancelled).toEqual({ status_note: null, line: "refunded:5000" });
      expect(await people(tx, kind.event, template)).toEqual([]);
      await becomeRole(tx, "admin");
      expect(await tx`select public.send_certificates(array[${issued!.id}]::uuid[], true) as sent`).toEqual([
        { sent: 0 },
      ]);
      await tx`reset role`;
      await tx`update public.certificates set revoked_at = now(), revoke_reason = 'x'`;
      expect(await tx`select private.issue_certificate(${inside.id}, ${template}, null, null, null) as id`).toEqual([
        { id: null },
      ]);
    }));
});
