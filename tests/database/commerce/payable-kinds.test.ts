import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, becomeRole } from "../as-role";
import {
  addRegistrationLink,
  allowPayment,
  confirm,
  makeKind,
  payloadOf,
  register,
  statusOf,
  submit as file,
  takenOf,
} from "../events/registration-support";
import { keyOf, refused } from "../outcomes";

const noPayment = (tx: TransactionSql) =>
  tx`update public.payment_settings set value = value || '{"enabled": false}' where value -> 'enabled' = 'true'`;

/** A draft or public event with one kind of 50 reais, and a portal that cannot be paid. */
async function unpayable(tx: TransactionSql, status = "draft") {
  const kind = await makeKind(tx, { price: 5000 });
  await tx`
    update public.events set status = ${status}, lat = -27, lng = -48, organizer_email = 'clube@example.org',
      description = 'Encontro de carros antigos na praça, com feira de peças.' where id = ${kind.event}`;
  await noPayment(tx);
  return kind;
}
const call = async (
  tx: TransactionSql,
  role: "editor" | "anon",
  run: (inner: TransactionSql) => PromiseLike<unknown>,
) => {
  await becomeRole(tx, role);
  let answer: unknown;
  await tx.savepoint(async (inner) => {
    answer = await run(inner);
  });
  await tx`reset role`;
  return (answer as { answer: Record<string, unknown> }[])[0]?.answer;
};
const submit = (tx: TransactionSql, event: string) =>
  call(
    tx,
    "editor",
    (inner) => inner`select public.submit_event(id, updated_at) as answer from public.events where id = ${event}`,
  );

describe("a paid kind while the portal cannot be paid", () => {
  it("keeps its event from being published, with the reason, until a way to pay is on", () =>
    asOwner(async (tx) => {
      const { event } = await unpayable(tx);
      expect(await submit(tx, event)).toMatchObject({ outcome: "refused", reason: "incomplete", gaps: ["payment"] });
      await allowPayment(tx);
      expect(await submit(tx, event)).toMatchObject({ outcome: "saved", status: "published" });
    }));

  it("keeps its event from being approved, in the inbox and by the link", () =>
    asOwner(async (tx) => {
      const { event } = await unpayable(tx, "pending");
      const decided = await call(
        tx,
        "editor",
        (inner) => inner`select public.decide_event(${event}, 'approve') as answer`,
      );
      expect(decided).toEqual(refused("unpayable"));
      const token = "a".repeat(43);
      await tx`
        insert into public.approval_tokens (token_hash, subject_kind, subject_id, expires_at)
        values (private.token_hash(${token}), 'event', ${event}, now() + interval '1 day')`;
      const answer = await call(
        tx,
        "anon",
        (inner) => inner`select public.decide_approval(${token}, 'approve', null, 'Ana', '') as answer`,
      );
      expect(answer).toEqual(refused("unpayable"));
      const back = await call(
        tx,
        "editor",
        (inner) => inner`select public.decide_event(${event}, 'adjust', 'Preço') as answer`,
      );
      expect(back).toMatchObject({ outcome: "saved", status: "draft" });
    }));

  it("is refused with its field when it is added to a public event", () =>
    asOwner(async (tx) => {
      const { event, type } = await unpayable(tx, "published");
      const save = (inner: TransactionSql, kinds: object[]) =>
        inner`select public.save_event(to_jsonb(events) || ${inner.json({ kinds } as never)} || jsonb_build_object('expected_version', updated_at)) as answer from public.events where id = ${event}`;
      const kept = { id: type, kind: "publico", name: "publico" };
      const refused = call(tx, "editor", (inner) =>
        save(inner, [kept, { kind: "publico", name: "VIP", price_cents: 100 }]),
      );
      await expect(refused).rejects.toMatchObject({ message: "invalid", detail: "kinds.1.price_cents" });
    }));

  it("that is open takes no registration and holds no place", () =>
    asOwner(async (tx) => {
      const { type } = await unpayable(tx, "published");
      const file = call(
        tx,
        "anon",
        (inner) => inner`select public.submit_registration(${inner.json(payloadOf(type) as never)}) as answer`,
      );
      await expect(file).rejects.toThrow("payment_unavailable");
    }));

  it("takes no hold when payments were switched off before the address was confirmed", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { price: 5000 });
      const { id } = await file(tx, type);
      const token = await addRegistrationLink(tx, "manage", id);
      await noPayment(tx);
      const press = call(tx, "anon", (inner) => inner`select public.confirm_registration(${token}) as answer`);
      await expect(press).rejects.toThrow("payment_unavailable");
      expect(await takenOf(tx, type)).toBe(0);
    }));

  it("that is open takes registrations again when a way to pay is on", () =>
    asOwner(async (tx) => {
      const { type } = await unpayable(tx, "published");
      await allowPayment(tx);
      const filed = await call(
        tx,
        "anon",
        (inner) => inner`select public.submit_registration(${inner.json(payloadOf(type) as never)}) as answer`,
      );
      expect(filed).toMatchObject({ status: "unconfirmed" });
      expect(await confirm(tx, filed!.id as string)).toBe("awaiting_payment");
      expect(await takenOf(tx, type)).toBe(1);
    }));

  it("gives nobody an approval or an offer that cannot be paid", () =>
    asOwner(async (tx) => {
      const { event, type } = await unpayable(tx, "published");
      const [row] = await tx<{ id: string }[]>`
        insert into public.event_registrations (code, event_id, type_id, full_name, email, status, price_cents)
        values (private.new_registration_code(), ${event}, ${type}, 'Ana', 'ana@example.org', 'pending', 5000) returning id`;
      await becomeRole(tx, "editor");
      const approve = tx`select public.decide_registration(${row!.id}, 'approve') as answer`;
      expect(await keyOf(approve)).toBe("payment_unavailable");
    }));

  it("offers no free place to the waiting list until a way to pay is on", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { price: 5000, capacity: 1 });
      const [first, second] = [await register(tx, type), await register(tx, type)];
      await noPayment(tx);
      await tx`select private.cancel_registration(${first.id}, 'x')`;
      expect(await statusOf(tx, second.id)).toBe("waitlisted");
      await allowPayment(tx);
      await tx`select private.promote_waiting(${type})`;
      expect(await statusOf(tx, second.id)).toBe("offered");
    }));

  it("is given by hand only free of charge", () =>
    asOwner(async (tx) => {
      const { type } = await unpayable(tx, "published");
      const payload = { type_id: type, full_name: "Rui", email: "rui@example.org" };
      const add = (is_free: boolean) =>
        call(
          tx,
          "editor",
          (inner) =>
            inner`select to_jsonb(public.add_registration(${inner.json({ ...payload, is_free, request_id: randomUUID() })})) as answer`,
        );
      await expect(add(false)).rejects.toThrow("payment_unavailable");
      expect(typeof (await add(true))).toBe("string");
    }));
});

describe("who decides about an event", () => {
  it("sees kinds, prices, places, dates, limit and who receives the money, in the inbox and by the link", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx, { price: 5000, capacity: 80 });
      await tx`update public.events set status = 'pending', capacity = 300 where id = ${event}`;
      await tx`update public.event_registration_types set closes_at = '2027-01-20T12:00:00Z' where id = ${type}`;
      const expected = {
        kinds: [{ name: "publico", priceCents: 5000, capacity: 80, requiresApproval: false }],
        capacity: 300,
        isPaid: true,
        payee: "Caixa do portal",
        isPayable: true,
      };
      const offer = await call(
        tx,
        "editor",
        (inner) => inner`select offer as answer from public.event_offers(array[${event}]::uuid[])`,
      );
      expect(offer).toMatchObject(expected);
      expect((offer!.kinds as { closesAt: string }[])[0]!.closesAt).toContain("2027-01-20");
      const token = randomUUID().replaceAll("-", "").padEnd(43, "x");
      await tx`
        insert into public.approval_tokens (token_hash, subject_kind, subject_id, expires_at)
        values (private.token_hash(${token}), 'event', ${event}, now() + interval '1 day')`;
      const read = await call(
        tx,
        "anon",
        (inner) => inner`select content as answer from public.read_approval(${token})`,
      );
      expect(read!.offer).toMatchObject({ payee: "Caixa do portal", capacity: 300 });
    }));
});
