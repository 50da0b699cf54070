import { randomUUID } from "node:crypto";
import { expect, describe, it } from "vitest";
import { asOwner, becomeRole } from "../as-role";
import { registerAs } from "./registration-as";
import { makeKind, payloadOf, register, statusOf, submit, takenOf } from "./registration-support";

const CAR = { make: "Volkswagen", model: "Fusca", year: 1972, color: "azul", plate: "ABC1D23" };
const RULES = { rules_consent: true };

describe("status of a new registration", () => {
  it("confirms a free ticket and takes one place per person", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 10 });
      const filed = await register(tx, type, { companions: ["Beto", "Caio"] });
      expect(filed.status).toBe("confirmed");
      expect(filed.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
      expect(await takenOf(tx, type)).toBe(3);
    }));

  it("holds the place of a paid ticket for 30 minutes", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { price: 2500 });
      const { id, status } = await register(tx, type, { companions: ["Beto"] });
      const [row] = await tx`
        select price_cents, extract(epoch from held_until - now())::integer as seconds from public.event_registrations where id = ${id}`;
      expect({ status, ...row }).toEqual({ status: "awaiting_payment", price_cents: 5000, seconds: 1800 });
    }));

  it("does not take a place before the approval", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { approval: true, capacity: 1 });
      expect((await register(tx, type)).status).toBe("pending");
      expect(await takenOf(tx, type)).toBe(0);
    }));

  it("puts a person on the waiting list when the places are taken, and refuses without a list", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 1 });
      await register(tx, type);
      expect((await register(tx, type)).status).toBe("waitlisted");
      const strict = await makeKind(tx, { capacity: 1, waiting: false });
      await register(tx, strict.type);
      await expect(tx.savepoint((inner) => register(inner, strict.type))).rejects.toThrow("no_places");
      expect(await takenOf(tx, strict.type)).toBe(1);
    }));

  it("stores the same form once", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 5 });
      const form = { request_id: randomUUID(), email: "ana@example.org" };
      const first = await register(tx, type, form);
      expect(await submit(tx, type, form)).toEqual(first);
      expect(await takenOf(tx, type)).toBe(1);
    }));

  it("refuses another person with the request id of a stored form", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const request = randomUUID();
      await register(tx, type, { request_id: request, email: "ana@example.org" });
      for (const other of [{ full_name: "Beto Lima" }, { email: "beto@example.org" }]) {
        const again = tx.savepoint((inner) =>
          register(inner, type, { request_id: request, email: "ana@example.org", ...other }),
        );
        await expect(again).rejects.toThrow("form_sent");
      }
      expect(await takenOf(tx, type)).toBe(1);
    }));

  it("keeps the account of a signed-in person", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      await registerAs(tx, "user", type);
      await becomeRole(tx, "user");
      expect((await tx`select 1 from public.event_registrations`).count).toBe(1);
    }));
});

describe("what the form refuses", () => {
  it.each<[string, string, Record<string, unknown>, string]>([
    ["no name", "publico", { full_name: " " }, "full_name"],
    ["a wrong e-mail", "publico", { email: "ana" }, "email"],
    ["no consent", "publico", { consent: false }, "consent"],
    ["too many companions", "publico", { companions: Array.from({ length: 6 }, () => "X") }, "companions"],
    ["an empty companion", "publico", { companions: [" "] }, "companions"],
    ["an exhibitor without a car", "expositor", { answers: RULES }, "vehicles"],
    ["a car without a make", "expositor", { answers: RULES, vehicles: [{ ...CAR, make: "" }] }, "make"],
    ["rules that were not accepted", "expositor", { vehicles: [CAR] }, "rules_consent"],
    ["vehicles that are no list", "expositor", { answers: RULES, vehicles: "x" }, "vehicles"],
    ["a seller without items", "mercado_pulga", { answers: { space_m: 3, parts_origin: true } }, "items"],
    ["a kitchen without a company", "food_truck", { company: null }, "company"],
    ["a number that is a text", "food_truck", { answers: { menu: "x", length_m: "6" } }, "length_m"],
    ["answers that are a list", "publico", { answers: [] }, "answers"],
  ])("%s", (_, kind, more, field) =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { kind });
      await expect(register(tx, type, more)).rejects.toMatchObject({ message: "invalid", detail: field });
    }),
  );

  it("a car that is younger than the event demands, with the number of the car", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { kind: "expositor", minAge: 30 });
      const young = { ...CAR, year: new Date().getFullYear() - 20 };
      const filed = register(tx, type, { answers: RULES, vehicles: [CAR, young] });
      await expect(filed).rejects.toMatchObject({ message: "vehicle_too_new", detail: "2" });
    }));

  it.each([
    ["a draft", "update public.events set status = 'draft'", "event_missing"],
    ["a cancelled event", "update public.events set status = 'cancelled'", "registration_closed"],
    [
      "a kind that is not open yet",
      "update public.event_registration_types set opens_at = now() + interval '1 day'",
      "registration_closed",
    ],
    [
      "a kind that has closed",
      "update public.event_registration_types set closes_at = now() - interval '1 day'",
      "registration_closed",
    ],
  ])("%s", (_, statement, message) =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      await tx.unsafe(statement);
      await expect(register(tx, type)).rejects.toThrow(message);
    }),
  );

  it("a stand that is taken", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx, { kind: "mercado_pulga", stands: true });
      const [stand] = await tx`insert into public.event_stands (event_id, label) values (${event}, 'A1') returning id`;
      const more = { stand: stand!.id, answers: { items: "peças", space_m: 3, parts_origin: true } };
      await register(tx, type, more);
      await expect(register(tx, type, more)).rejects.toThrow("stand_taken");
    }));
});

describe("waiting list and holds", () => {
  it("offers a free place to the first who waits, and a newcomer joins the end", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 1 });
      const first = await register(tx, type);
      const second = await register(tx, type);
      const third = await register(tx, type);
      await tx`update public.event_registrations set waiting_since = now() - interval '1 hour' where id = ${second.id}`;
      await tx`select private.cancel_registration(${first.id}, 'x')`;
      expect(await statusOf(tx, second.id)).toBe("offered");
      expect(await statusOf(tx, third.id)).toBe("waitlisted");
      expect((await register(tx, type)).status).toBe("waitlisted");
      expect(await takenOf(tx, type)).toBe(1);
    }));

  it("gives the place of an offer that ended to the next person", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 1 });
      const first = await register(tx, type);
      const second = await register(tx, type);
      const third = await register(tx, type);
      await tx`update public.event_registrations set waiting_since = now() - interval '1 hour' where id = ${second.id}`;
      await tx`select private.cancel_registration(${first.id}, 'x')`;
      await tx`update public.event_registrations set held_until = now() where id = ${second.id}`;
      await tx`select private.expire_registration_holds()`;
      expect([await statusOf(tx, second.id), await statusOf(tx, third.id)]).toEqual(["expired", "offered"]);
    }));

  it("returns the places of an unpaid registration once", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 3, price: 1000 });
      const { id } = await register(tx, type, { companions: ["Beto"] });
      await tx`update public.event_registrations set held_until = now() where id = ${id}`;
      await tx`select private.expire_registration_holds()`;
      await tx`select private.expire_registration_holds()`;
      expect([await statusOf(tx, id), await takenOf(tx, type)]).toEqual(["expired", 0]);
    }));

  it("waits after an approval when no place is left", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 1, approval: true });
      const [first, second] = [await register(tx, type), await register(tx, type)];
      await tx`select private.approve_registration(${first.id})`;
      await tx`select private.approve_registration(${second.id})`;
      expect([await statusOf(tx, first.id), await statusOf(tx, second.id)]).toEqual(["confirmed", "waitlisted"]);
    }));

  it("refuses a confirmation without a place", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 1 });
      await register(tx, type);
      const { id } = await register(tx, type);
      await expect(tx`select private.set_registration_status(${id}, 'confirmed')`).rejects.toThrow("no_places");
    }));

  it("frees the stand of a cancelled registration", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx, { kind: "mercado_pulga", stands: true });
      const [stand] = await tx`insert into public.event_stands (event_id, label) values (${event}, 'A1') returning id`;
      const more = { stand: stand!.id, answers: { items: "peças", space_m: 3, parts_origin: true } };
      const { id } = await register(tx, type, more);
      await tx`select private.cancel_registration(${id}, 'x')`;
      expect((await register(tx, type, more)).status).toBe("confirmed");
    }));

  it("mails every step with a link of the registration", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { approval: true });
      const { id } = await register(tx, type, payloadOf(type, { locale: "es-419" }));
      await tx`select private.approve_registration(${id})`;
      await tx`select private.cancel_registration(${id}, 'x')`;
      const mails = await tx`
        select data ->> 'template' as template, data -> 'data' ->> 'link_kind' as link, data ->> 'locale' as locale
        from private.outbox where data -> 'data' ->> 'link_subject' = ${id}`;
      const sent = mails.map(({ template, link, locale }) => `${template} ${link} ${locale}`);
      expect(sent.toSorted()).toEqual([
        "registration_cancelled registration es-419",
        "registration_confirm manage es-419",
        "registration_confirmed badge es-419",
        "registration_received registration es-419",
      ]);
    }));
});
