import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ID_OF } from "../actors";
import { asOwner, becomeRole } from "../as-role";
import { addRegistrationLink, confirm, makeKind, register, statusOf, submit, takenOf } from "./registration-support";

const STALL = { items: "peças", space_m: 3, parts_origin: true };

const mailsTo = async (tx: TransactionSql, address: string) =>
  (
    await tx<{ template: string; link: string }[]>`
      select data ->> 'template' as template, data -> 'data' ->> 'link_kind' as link from private.outbox
      where job = 'send-mail' and data ->> 'to' = ${address}`
  ).map(({ template, link }) => `${template} ${link}`);

/** Confirms the address of an account, as its mailed link does; answers the address. */
async function verify(tx: TransactionSql, account: string): Promise<string> {
  await tx`update public.profiles set email_verified_at = now() where id = ${account}`;
  return (await tx<{ email: string }[]>`select email from auth.users where id = ${account}`)[0]!.email;
}

describe("a form without a confirmed address", () => {
  it.each([
    ["free", {}, "confirmed"],
    ["paid", { price: 1000 }, "awaiting_payment"],
    ["approved", { approval: true }, "pending"],
  ] as const)("takes no place before the button of the mail was pressed: %s", (_, options, after) =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 5, ...options });
      const email = `${randomUUID()}@example.org`;
      const filed = await submit(tx, type, { email, companions: ["Beto"] });
      expect([filed.status, await takenOf(tx, type)]).toEqual(["unconfirmed", 0]);
      expect(await mailsTo(tx, email)).toEqual(["registration_confirm manage"]);
      expect(await confirm(tx, filed.id)).toBe(after);
      expect(await takenOf(tx, type)).toBe(after === "pending" ? 0 : 2);
      const [row] = await tx`
        select email_confirmed_at is not null as is_confirmed, extract(epoch from held_until - now())::integer as held
        from public.event_registrations where id = ${filed.id}`;
      expect(row).toEqual({ is_confirmed: true, held: after === "awaiting_payment" ? 1800 : null });
    }),
  );

  it("changes nothing when its pages are read, and needs the mailed link", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await submit(tx, type);
      const [answered, mailed] = [
        await addRegistrationLink(tx, "registration", id),
        await addRegistrationLink(tx, "manage", id),
      ];
      await becomeRole(tx, "anon");
      await tx`select public.read_registration(${mailed}), public.read_badge(${mailed})`;
      const [wrong] = await tx`select public.confirm_registration(${answered}) ->> 'status' as status`;
      await tx`reset role`;
      expect([wrong!.status, await statusOf(tx, id)]).toEqual([null, "unconfirmed"]);
      await becomeRole(tx, "anon");
      const [first] = await tx`select public.confirm_registration(${mailed}) ->> 'status' as status`;
      const [again] = await tx`select public.confirm_registration(${mailed}) ->> 'status' as status`;
      await tx`reset role`;
      expect([first!.status, again!.status, await takenOf(tx, type)]).toEqual(["confirmed", "confirmed", 1]);
    }));

  it("works for 30 minutes and is deleted half an hour later", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await submit(tx, type);
      const [row] = await tx`
        select extract(epoch from held_until - now())::integer as seconds from public.event_registrations where id = ${id}`;
      expect(row!.seconds).toBe(1800);
      await tx`update public.event_registrations set held_until = now() where id = ${id}`;
      expect(await confirm(tx, id)).toBeNull();
      await tx`select private.expire_registration_holds()`;
      expect(await statusOf(tx, id)).toBe("unconfirmed");
      await tx`update public.event_registrations set held_until = now() - interval '31 minutes' where id = ${id}`;
      await tx`select private.expire_registration_holds()`;
      expect((await tx`select 1 from public.event_registrations where id = ${id}`).count).toBe(0);
    }));

  it("goes to the waiting list when the event filled up meanwhile, and is refused without a list", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 1 });
      const late = await submit(tx, type);
      await register(tx, type);
      expect(await confirm(tx, late.id)).toBe("waitlisted");
      const strict = await makeKind(tx, { capacity: 1, waiting: false });
      const refused = await submit(tx, strict.type);
      await register(tx, strict.type);
      await expect(tx.savepoint((inner) => confirm(inner, refused.id))).rejects.toThrow("no_places");
      await expect(submit(tx, strict.type)).rejects.toThrow("no_places");
    }));

  it("leaves a stand free until it is confirmed; a later one gets the place without the stand and its price", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx, { kind: "mercado_pulga", stands: true, price: 1000 });
      const [stand] = await tx`
        insert into public.event_stands (event_id, label, price_cents) values (${event}, 'A1', 500) returning id`;
      const more = { stand: stand!.id, answers: STALL };
      const [first, second] = [await submit(tx, type, more), await submit(tx, type, more)];
      await confirm(tx, second.id);
      await confirm(tx, first.id);
      const rows = await tx`
        select id, status, price_cents, stand_id is not null as has_stand from public.event_registrations where type_id = ${type}`;
      expect(new Map(rows.map(({ id, ...row }) => [id, row]))).toEqual(
        new Map([
          [second.id, { status: "awaiting_payment", price_cents: 1500, has_stand: true }],
          [first.id, { status: "awaiting_payment", price_cents: 1000, has_stand: false }],
        ]),
      );
    }));

  it("cannot be confirmed after the event was cancelled", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx);
      const { id } = await submit(tx, type);
      await tx`update public.events set status = 'cancelled' where id = ${event}`;
      await expect(confirm(tx, id)).rejects.toThrow("registration_closed");
    }));
});

describe("mails to an address that is not confirmed", () => {
  it("are three an hour at most, whatever the event, with those that were asked for again", () =>
    asOwner(async (tx) => {
      const email = `${randomUUID()}@example.org`;
      const kinds = [await makeKind(tx), await makeKind(tx), await makeKind(tx)];
      const { id } = await submit(tx, kinds[0]!.type, { email });
      await submit(tx, kinds[1]!.type, { email: email.toUpperCase() });
      const link = await addRegistrationLink(tx, "registration", id);
      await tx`select public.mail_manage_link(${link})`;
      await expect(tx.savepoint((inner) => inner`select public.mail_manage_link(${link})`)).rejects.toThrow(
        "too_many_mails",
      );
      await expect(tx.savepoint((inner) => submit(inner, kinds[2]!.type, { email }))).rejects.toThrow("too_many_mails");
      expect(await mailsTo(tx, email)).toEqual(Array(3).fill("registration_confirm manage"));
      await tx`
        update public.event_registrations set created_at = now() - interval '2 hours', held_until = now() - interval '31 minutes'
        where lower(email) = ${email}`;
      expect((await submit(tx, kinds[2]!.type, { email })).status).toBe("unconfirmed");
    }));
});

describe("a signed-in account with a confirmed address", () => {
  it("gets its place at once; only its own address counts as confirmed", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 5 });
      const email = await verify(tx, ID_OF.user);
      await becomeRole(tx, "user");
      const own = await submit(tx, type, { email: email.toUpperCase() });
      const other = await submit(tx, type, { full_name: "Beto Lima" });
      await tx`reset role`;
      expect([own.status, other.status, await takenOf(tx, type)]).toEqual(["confirmed", "confirmed", 2]);
      const rows =
        await tx`select id, email_confirmed_at is null as is_open from public.event_registrations where type_id = ${type}`;
      expect(new Map(rows.map(({ id, is_open: isOpen }) => [id, isOpen]))).toEqual(
        new Map([
          [own.id, false],
          [other.id, true],
        ]),
      );
    }));

  it("is unconfirmed without the confirmed address", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      await tx`update public.profiles set email_verified_at = null where id = ${ID_OF.user}`;
      await becomeRole(tx, "user");
      expect((await submit(tx, type)).status).toBe("unconfirmed");
    }));

  it("sends twenty forms an hour for one event", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      await verify(tx, ID_OF.user);
      await becomeRole(tx, "user");
      for (let n = 0; n < 20; n++) await submit(tx, type);
      await expect(submit(tx, type)).rejects.toThrow("too_many_forms");
    }));
});

describe("one unpaid hold per confirmed address and event", () => {
  it("refuses the second until the first is paid, cancelled or over", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx, { price: 1000 });
      const [other] = await tx<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name, price_cents) values (${event}, 'publico', 'outro', 500) returning id`;
      const email = `${randomUUID()}@example.org`;
      const first = await register(tx, type, { email });
      const second = await submit(tx, other!.id, { email });
      await expect(tx.savepoint((inner) => confirm(inner, second.id))).rejects.toThrow("unpaid_hold");
      await tx`select private.set_registration_status(${first.id}, 'confirmed')`;
      expect(await confirm(tx, second.id)).toBe("awaiting_payment");
    }));

  it("counts the holds of an account whatever the address in the form", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { price: 1000 });
      await verify(tx, ID_OF.user);
      await becomeRole(tx, "user");
      await submit(tx, type);
      await expect(submit(tx, type)).rejects.toThrow("unpaid_hold");
    }));
});

describe("one person, one place per kind", () => {
  const person = () => ({ email: `${randomUUID()}@example.org`, full_name: "Álvaro Souza" });

  it("refuses the same name and address, whatever case and accents, and mails the link of the first", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { email, full_name: name } = person();
      const first = await register(tx, type, { email, full_name: name });
      const again = { email: email.toUpperCase(), full_name: "ALVARO SOUZA" };
      await expect(tx.savepoint((inner) => submit(inner, type, again))).rejects.toThrow("already_registered");
      expect((await submit(tx, type, { email, full_name: "Bia Souza" })).status).toBe("unconfirmed");
      await tx`select public.mail_first_registration(${type}, ${again.email}, ${again.full_name})`;
      expect(await mailsTo(tx, email)).toContain("registration_manage_link manage");
      await tx`select private.cancel_registration(${first.id}, 'x')`;
      expect((await submit(tx, type, again)).status).toBe("unconfirmed");
    }));

  it("confirms one of two forms", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const one = person();
      const [first, second] = [await submit(tx, type, one), await submit(tx, type, one)];
      await confirm(tx, second.id);
      await expect(confirm(tx, first.id)).rejects.toThrow("already_registered");
    }));

  it("takes several when the organiser allows it", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      await tx`update public.event_registration_types set allows_several = true where id = ${type}`;
      const one = person();
      await register(tx, type, one);
      expect((await register(tx, type, one)).status).toBe("confirmed");
    }));
});
