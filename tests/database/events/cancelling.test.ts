import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { asOwner, callAs } from "../as-role";
import { addEvent, register, versionOf } from "./rows";

const PEOPLE = ["confirmed", "awaiting_payment", "pending", "waitlisted", "offered", "rejected", "expired"] as const;

async function addPayment(tx: TransactionSql, email: string, status: "paid" | "pending"): Promise<void> {
  await tx`
    insert into public.payments (subject_type, subject_id, method, status, amount_cents, provider, provider_ref, paid_at)
    select 'registration', id, 'card', ${status}, 2000, 'stripe', 'cs_' || id, ${status === "paid" ? new Date() : null}
    from public.event_registrations where email = ${email}`;
}

/** A paid event with a registration in each status, one person with two, and a stand. */
async function fill(tx: TransactionSql, id: string): Promise<void> {
  const [type] = await tx<{ id: string }[]>`
    insert into public.event_registration_types (event_id, kind, name, price_cents, capacity, taken)
    values (${id}, 'expositor_comercial', 'Comercial', 2000, 10, 4) returning id`;
  for (const status of PEOPLE) await register(tx, id, type!.id, `${status}@example.org`, status);
  await register(tx, id, type!.id, "CONFIRMED@example.org");
  await addPayment(tx, "confirmed@example.org", "paid");
  await addPayment(tx, "awaiting_payment@example.org", "pending");
  await tx`
    insert into public.event_stands (event_id, label, registration_id)
    select ${id}, 'A1', id from public.event_registrations where email = 'confirmed@example.org'`;
}

it("cancelling an event refunds who paid, frees the places and sends each person one mail", async () => {
  const seen = await asOwner(async (tx) => {
    const id = await addEvent(tx, { status: "published", published_at: new Date() });
    await fill(tx, id);
    const version = await versionOf(tx, id);
    const [row] = await callAs(
      tx,
      "user",
      () => tx<{ answer: { outcome: string; mailed: number } }[]>`
      select public.cancel_event(${id}, 'Chuva forte', ${version}::text::timestamptz) as answer`,
    );
    const statuses = await tx<{ email: string; status: string }[]>`
      select email, status from public.event_registrations where event_id = ${id}`;
    const payments = await tx<{ status: string; needs_refund: boolean }[]>`
      select status, needs_refund from public.payments where subject_id in (select id from public.event_registrations where event_id = ${id}) order by status`;
    const [held] = await tx`
      select taken, (select count(*)::int from public.event_stands where event_id = ${id} and registration_id is not null) as stands
      from public.event_registration_types where event_id = ${id}`;
    const mails = await tx<{ to: string; template: string; data: { paid: string; codes: string; note: string } }[]>`
      select lower(data ->> 'to') as to, data ->> 'template' as template, data -> 'data' as data
      from private.outbox where data -> 'data' ->> 'event' = 'Encontro da Serra' order by 1`;
    return { answer: row!.answer, statuses, payments: [...payments], held, mails };
  });
  expect(seen.answer).toMatchObject({ outcome: "saved", mailed: 5 });
  const kept = seen.statuses.filter(({ status }) => status !== "cancelled").map(({ email }) => email);
  expect(kept.toSorted()).toEqual(["expired@example.org", "rejected@example.org"]);
  expect(seen.payments).toEqual([
    { status: "expired", needs_refund: false },
    { status: "paid", needs_refund: true },
  ]);
  expect(seen.held).toEqual({ taken: 0, stands: 0 });
  expect(seen.mails.map(({ to, template, data }) => `${to.split("@")[0]} ${template} ${data.paid}`)).toEqual([
    "awaiting_payment event_changed no",
    "confirmed event_changed yes",
    "offered event_changed no",
    "pending event_changed no",
    "waitlisted event_changed no",
  ]);
  const confirmed = seen.mails[1]!.data;
  expect(confirmed.codes.split(", ")).toHaveLength(2);
  expect(confirmed.note).toBe("Chuva forte");
});
