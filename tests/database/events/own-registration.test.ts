import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY, type Actor } from "../actors";
import { asOwner, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { registerAs } from "./registration-as";
import { addRegistrationLink, makeKind, statusOf, submit } from "./registration-support";

const OTHER = { full_name: "Beto", email: "beto@example.org", phone: "48 98888-0000" };

type Refund = { full_cents: number; full_until: string | null; rules_cents: number; part_rules_cents: number };
type Page = {
  access: string;
  can_manage: boolean;
  can_cancel: boolean;
  refund: Refund;
  event_rules: string;
  invoice: object | null;
};

/** A confirmed registration of the account `user`, with the link of its page. */
async function ownRegistration(tx: TransactionSql) {
  const { type, event } = await makeKind(tx, { capacity: 3 });
  const { id } = await registerAs(tx, "user", type);
  return { id, type, event, token: await addRegistrationLink(tx, "registration", id) };
}

const pageFor = (tx: TransactionSql, actor: Actor, token: string) =>
  callAs(tx, actor, async () => {
    const [row] = await tx<{ page: Page }[]>`select public.read_registration(${token}) as page`;
    return row!.page;
  });
const cancelAs = (tx: TransactionSql, actor: Actor, token: string) =>
  callAs(tx, actor, () => keyOf(tx`select public.cancel_own_registration(${token}) as answer`));
const transferAs = (tx: TransactionSql, actor: Actor, token: string) =>
  callAs(tx, actor, () => keyOf(tx`select public.transfer_registration(${token}, ${tx.json(OTHER)}) as answer`));

describe("the account that registered", () => {
  it.each([
    ["user", true],
    ["another_user", false],
    ["vendedor", false],
    ["anon", false],
  ] as const)("%s may manage the registration behind the link of its page: %s", (actor, may) =>
    asOwner(async (tx) => {
      const { id, token } = await ownRegistration(tx);
      expect(await pageFor(tx, actor, token)).toMatchObject({ access: "registration", can_manage: may });
      expect(await cancelAs(tx, actor, token)).toBe(may ? "saved" : "gone");
      expect(await statusOf(tx, id)).toBe(may ? "cancelled" : "confirmed");
    }),
  );

  it("gives the registration away once, and loses it with its links", () =>
    asOwner(async (tx) => {
      const { id, token } = await ownRegistration(tx);
      expect(await transferAs(tx, "another_user", token)).toBe("gone");
      expect(await transferAs(tx, "user", token)).toBe("saved");
      const [row] = await tx`select full_name, user_id, badge_version from public.event_registrations where id = ${id}`;
      expect(row).toEqual({ full_name: "Beto", user_id: null, badge_version: 2 });
      expect(await pageFor(tx, "user", token)).toBeNull();
      expect(await pageFor(tx, "user", await addRegistrationLink(tx, "registration", id))).toMatchObject({
        can_manage: false,
      });
    }));

  it("still confirms an address only through the mailed link", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id, status } = await callAs(tx, "user", () => submit(tx, type));
      expect(status).toBe("unconfirmed");
      const token = await addRegistrationLink(tx, "registration", id);
      const confirmed = callAs(tx, "user", () => keyOf(tx`select public.confirm_registration(${token}) as answer`));
      expect([await confirmed, await statusOf(tx, id)]).toEqual(["gone", "unconfirmed"]);
    }));

  it("cannot cancel after the event began", () =>
    asOwner(async (tx) => {
      const { token, event } = await ownRegistration(tx);
      await tx`update public.events set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 day' where id = ${event}`;
      expect(await pageFor(tx, "user", token)).toMatchObject({ can_manage: true, can_cancel: false });
      expect(await cancelAs(tx, "user", token)).toBe("gone");
    }));
});

/** A paid registration of the account `user`; `paidAt`: SQL of the moment of the payment. */
async function paidRegistration(tx: TransactionSql, paidAt: string) {
  const own = await ownRegistration(tx);
  await tx`
    insert into public.payments (subject_type, subject_id, method, status, amount_cents, provider, provider_ref, paid_at)
    values ('registration', ${own.id}, 'card', 'paid', 5000, 'stripe', ${`cs_${own.id}`}, ${tx.unsafe(paidAt)})`;
  await tx`
    update public.event_registrations set price_cents = 5000, payment_id = (select id from public.payments where subject_id = ${own.id})
    where id = ${own.id}`;
  return own;
}
const refundOf = async (tx: TransactionSql, token: string) => (await pageFor(tx, "user", token)).refund;
/** The first and the last second of a day of Brazil, `days` before today. */
const dayBefore = (days: number, end: "first" | "last") =>
  `private.day_start(private.brazilian_today() - ${days}) + interval '${end === "first" ? "0" : "86399 seconds"}'`;

describe("what comes back after a cancellation", () => {
  it.each([
    ["today", "now()", true],
    ["at the beginning of the day a week ago", dayBefore(7, "first"), true],
    ["at the end of the day eight days ago", dayBefore(8, "last"), false],
    ["a month ago", "now() - interval '30 days'", false],
  ])("of a payment %s", (_, paidAt, isFull) =>
    asOwner(async (tx) => {
      const { token } = await paidRegistration(tx, paidAt);
      const terms = isFull ? { full_cents: 5000, rules_cents: 0 } : { full_cents: 0, rules_cents: 5000 };
      expect(await refundOf(tx, token)).toMatchObject(terms);
      expect(await cancelAs(tx, "user", token)).toBe("saved");
      // Later days change nothing.
      expect(await refundOf(tx, token)).toMatchObject(terms);
    }),
  );

  it("is all of it when the organiser cancels, and nothing without a payment", () =>
    asOwner(async (tx) => {
      const { id, token } = await paidRegistration(tx, "now() - interval '30 days'");
      await callAs(tx, "editor", () => tx`select public.decide_registration(${id}, 'cancel', 'Chuva')`);
      expect(await statusOf(tx, id)).toBe("cancelled");
      expect(await refundOf(tx, token)).toMatchObject({ full_cents: 5000, rules_cents: 0 });
      const free = await ownRegistration(tx);
      expect(await refundOf(tx, free.token)).toEqual({
        full_cents: 0,
        full_until: null,
        rules_cents: 0,
        part_rules_cents: 0,
      });
    }));

  it("counts what was already refunded, and shows the rules of the event", () =>
    asOwner(async (tx) => {
      const { id, token, event } = await paidRegistration(tx, "now() - interval '30 days'");
      await tx`update public.payments set refunded_cents = 2000 where subject_id = ${id}`;
      await tx`update public.events set rules = 'Metade até dez dias antes.' where id = ${event}`;
      expect(await pageFor(tx, "user", token)).toMatchObject({
        refund: { full_cents: 0, rules_cents: 3000 },
        event_rules: "Metade até dez dias antes.",
      });
    }));
});

const CPF = "52998224725";
const INVOICE = { invoice_name: "Oficina da Ana", invoice_document: "529.982.247-25", invoice_address: "Rua A, 1" };

const saveInvoice = (tx: TransactionSql, actor: Actor, token: string, payload: object = INVOICE) =>
  callAs(tx, actor, () =>
    keyOf(tx`select public.save_registration_invoice(${token}, ${tx.json(payload as never)}) as answer`),
  );

/** A registration to be paid of the account `user` with its invoice. */
async function withInvoice(tx: TransactionSql) {
  const own = await paidRegistration(tx, "now()");
  expect(await saveInvoice(tx, "user", own.token)).toBe("saved");
  return own;
}

describeAccess("registration_invoices", withInvoice, [
  ["select", NOBODY, "select 1 from public.registration_invoices"],
  [
    "insert",
    NOBODY,
    `insert into public.registration_invoices (registration_id, name, document)
     select id, 'Ana', '${CPF}' from public.event_registrations`,
    ownRegistration,
  ],
  ["update", NOBODY, "update public.registration_invoices set name = 'Beto'"],
  ["delete", NOBODY, "delete from public.registration_invoices"],
]);

describe("the data for the invoice", () => {
  it("is stored and read by the account that registered, not by others with the link of the page", () =>
    asOwner(async (tx) => {
      const { token } = await withInvoice(tx);
      const invoice = { name: "Oficina da Ana", document: CPF, address: "Rua A, 1" };
      expect((await pageFor(tx, "user", token)).invoice).toEqual(invoice);
      expect((await pageFor(tx, "another_user", token)).invoice).toBeNull();
      expect(await saveInvoice(tx, "another_user", token)).toBe("gone");
    }));

  it("needs a name and a CPF or CNPJ with right check digits, and is deleted when both are empty", () =>
    asOwner(async (tx) => {
      const { token } = await withInvoice(tx);
      const tried = (payload: object) =>
        tx.savepoint((inner) => saveInvoice(inner, "user", token, { ...INVOICE, ...payload }));
      await expect(tried({ invoice_document: "111.111.111-11" })).rejects.toMatchObject({ detail: "invoice_document" });
      await expect(tried({ invoice_document: null })).rejects.toMatchObject({ detail: "invoice_document" });
      await expect(tried({ invoice_name: " " })).rejects.toMatchObject({ detail: "invoice_name" });
      expect(await tried({ invoice_name: null, invoice_document: "" })).toBe("saved");
      expect((await pageFor(tx, "user", token)).invoice).toBeNull();
    }));

  it("is refused for a free registration and for one that has ended", () =>
    asOwner(async (tx) => {
      const free = await ownRegistration(tx);
      expect(await saveInvoice(tx, "user", free.token)).toBe("gone");
      const paid = await paidRegistration(tx, "now()");
      expect(await cancelAs(tx, "user", paid.token)).toBe("saved");
      expect(await saveInvoice(tx, "user", paid.token)).toBe("gone");
    }));

  it("is read by a treasurer of the event, and deleted when the registration is transferred", () =>
    asOwner(async (tx) => {
      const { token, event } = await withInvoice(tx);
      await tx`
        insert into public.event_members (event_id, account_id, role) values (${event}, ${ID_OF.another_user}, 'treasurer')`;
      const invoices = () =>
        callAs(tx, "another_user", async () => {
          const [row] = await tx<
            { answer: { invoice: { document: string } | null }[] }[]
          >`select public.event_payments(${event}) as answer`;
          return row!.answer.map(({ invoice }) => invoice?.document ?? null);
        });
      expect(await invoices()).toEqual([CPF]);
      expect(await transferAs(tx, "user", token)).toBe("saved");
      expect(await invoices()).toEqual([null]);
    }));
});
