import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { asOwner, becomeRole } from "../as-role";
import { makeKind, register } from "./registration-support";

it("the facts of an export have the payment that counts and the first entry", async () => {
  const rows = await asOwner(async (tx) => {
    const kind = await makeKind(tx);
    const [entered, other] = [
      await register(tx, kind.type),
      await register(tx, kind.type, { email: "bia@example.org" }),
    ];
    await tx`
      insert into public.payments (subject_type, subject_id, method, amount_cents, status, provider, paid_at, refunded_cents)
      values ('registration', ${entered.id}, 'card', 5000, 'expired', 'stripe', null, 0),
        ('registration', ${entered.id}, 'pix', 5000, 'paid', 'pix', '2026-11-20 12:00Z', 1000)`;
    const [list] = await tx<{ id: string }[]>`
      insert into public.event_checkin_lists (event_id, name) values (${kind.event}, ${`Entrada ${randomUUID().slice(0, 8)}`})
      returning id`;
    const read = (at: string, read: object = {}) => tx`
      insert into public.event_checkins ${tx({ list_id: list!.id, registration_id: entered.id, nonce: randomUUID(), kind: "entry", result: "ok", scanned_at: at, ...read })}`;
    await read("2026-11-21T11:00:00Z", { undone_at: "2026-11-21T11:01:00Z" });
    await read("2026-11-21T12:00:00Z");
    await becomeRole(tx, "editor");
    return tx`
      select id = ${entered.id} as is_entered, payment_method, payment_status, paid_at, paid_cents, refunded_cents, entered_at, people_inside
      from public.registration_facts(${kind.event}, ${[entered.id, other.id]}::uuid[]) order by 1 desc`;
  });
  expect([...rows]).toEqual([
    {
      is_entered: true,
      payment_method: "pix",
      payment_status: "paid",
      paid_at: new Date("2026-11-20T12:00:00Z"),
      paid_cents: 5000,
      refunded_cents: 1000,
      entered_at: new Date("2026-11-21T12:00:00Z"),
      people_inside: 1,
    },
    expect.objectContaining({ is_entered: false, payment_method: null, paid_cents: null, people_inside: null }),
  ]);
});

it.each(["anon", "user", "vendedor"] as const)("the facts of an export are hidden from %s", async (role) => {
  const answer = await asOwner(async (tx) => {
    const kind = await makeKind(tx);
    const { id } = await register(tx, kind.type);
    await becomeRole(tx, role);
    return tx`select * from public.registration_facts(${kind.event}, ${[id]}::uuid[])`.then(
      (found) => found.length,
      ({ message }: Error) => message,
    );
  });
  expect(answer === 0 || /permission denied/.test(String(answer))).toBe(true);
});
