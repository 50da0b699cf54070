import { describe, expect, it } from "vitest";
import { asOwner } from "../as-role";
import { addKind, orderEvent, peopleOf } from "./order-support";
import { addRegistrationLink, confirm, register, submit } from "./registration-support";

const CAR = { make: "Ford", model: "Maverick", year: 1974, plate: "MAV1974" };
const RULES = { rules_consent: true };
const SHOP = { brand: "Lima", product: "Peças" };
const STALL = { items: "Peças", space_m: 3, parts_origin: true };

describe("what the kinds of the other people of an order ask for", () => {
  it.each([
    ["a car of a kind that needs one", { answers: RULES }, "people.1.vehicles"],
    ["the year of a car", { answers: RULES, vehicles: [{ ...CAR, year: 74 }] }, "people.1.year"],
    ["a required answer", { vehicles: [CAR] }, "people.1.rules_consent"],
    ["a wrong answer", { vehicles: [CAR], answers: { ...RULES, arrival_day: "ontem" } }, "people.1.arrival_day"],
    ["a name of a companion", { vehicles: [CAR], answers: RULES, companions: [" "] }, "people.1.companions"],
    [
      "half price, which only tickets have",
      { vehicles: [CAR], answers: RULES, half_price: "student" },
      "people.1.half_price",
    ],
  ])("is enforced for the third person: %s", (_, person, detail) =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      const car = await addKind(tx, event, { kind: "expositor" });
      await tx`update public.event_registration_types set max_companions = 2 where id = ${car}`;
      await expect(submit(tx, type, { people: [{ type }, { type: car, ...person }] })).rejects.toMatchObject({
        message: "invalid",
        detail,
      });
    }),
  );

  it("includes the company and the document of a kind that sells, and the phone of the buyer", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      const shop = await addKind(tx, event, { kind: "expositor_comercial" });
      const refusalOf = async (person: object, more: object = {}) => {
        await tx`savepoint s`;
        const error = await submit(tx, type, { ...more, people: [{ type: shop, answers: SHOP, ...person }] }).catch(
          (one: { detail: string }) => one.detail,
        );
        await tx`rollback to savepoint s`;
        return error;
      };
      const own = { document: "12345678909", company: "Loja Bia" };
      expect(await refusalOf({ company: own.company })).toBe("people.0.document");
      expect(await refusalOf({ document: own.document })).toBe("people.0.company");
      // The form has one phone, which is the one of the buyer.
      expect(await refusalOf(own, { phone: null })).toBe("phone");
      const { id } = await register(tx, type, { people: [{ type: shop, answers: SHOP, ...own }] });
      expect(await peopleOf(tx, id)).toHaveLength(2);
    }));

  it("includes the age of the car", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      await tx`update public.events set min_vehicle_age = 30 where id = ${event}`;
      const car = await addKind(tx, event, { kind: "expositor" });
      const people = [{ type: car, answers: RULES, vehicles: [{ ...CAR, year: new Date().getFullYear() }] }];
      await expect(submit(tx, type, { people })).rejects.toMatchObject({
        message: "vehicle_too_new",
        detail: "people.0.1",
      });
    }));

  it("names the kind of another event", () =>
    asOwner(async (tx) => {
      const [{ type }, other] = [await orderEvent(tx, { price: 0 }), await orderEvent(tx, { price: 0 })];
      await expect(submit(tx, type, { people: [{ type: other.type }] })).rejects.toMatchObject({
        detail: "people.0.type",
      });
    }));
});

describe("stands of an order", () => {
  it("are one for each person, with their prices", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      const shop = await addKind(tx, event, { kind: "mercado_pulga" });
      await tx`update public.event_registration_types set chooses_stand = true where id = ${shop}`;
      const stands = await tx<{ id: string }[]>`
        insert into public.event_stands (event_id, label, price_cents)
        values (${event}, 'A1', 3000), (${event}, 'A2', 2000) returning id`;
      const seller = { type: shop, answers: STALL, document: "12345678909", company: "Loja" };
      const [first, second] = stands.map(({ id: stand }) => ({ ...seller, stand }));
      await tx`savepoint s`;
      await expect(submit(tx, type, { people: [first, first] })).rejects.toMatchObject({ message: "stand_taken" });
      await tx`rollback to savepoint s`;
      const { id } = await submit(tx, type, { people: [first, second] });
      expect(await confirm(tx, id)).toBe("awaiting_payment");
      expect(await peopleOf(tx, id)).toMatchObject([
        { price_cents: 5000 },
        { order_cents: 3000 },
        { order_cents: 2000 },
      ]);
      expect(
        await tx`select from public.event_stands where event_id = ${event} and registration_id is not null`,
      ).toHaveLength(2);
    }));
});

describe("the page of an order", () => {
  it("shows the buyer the car and the answers of each person", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      const car = await addKind(tx, event, { kind: "expositor" });
      const { id } = await register(tx, type, { people: [{ type: car, vehicles: [CAR], answers: RULES }] });
      const token = await addRegistrationLink(tx, "registration", id);
      const [row] = await tx`select public.read_registration(${token}) #> '{order,people,1}' as person`;
      expect(row!.person).toMatchObject({
        vehicles: [CAR],
        answers: RULES,
        companions: [],
        stand: null,
        lacks_documents: false,
      });
      expect(row!.person.fields).toContainEqual(expect.objectContaining({ name: "rules_consent" }));
    }));

  it("says whose documents are missing, and the mail asks for them; the order waits until they arrive", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      const car = await addKind(tx, event, { kind: "expositor" });
      await tx`update public.event_registration_types set required_documents = '{crlv}' where id = ${car}`;
      const { id, status } = await register(tx, type, { people: [{ type: car, vehicles: [CAR], answers: RULES }] });
      expect(status).toBe("pending");
      const mails = await tx`
        select data ->> 'template' as template from private.outbox
        where data -> 'data' ->> 'link_subject' = ${id} order by template`;
      expect(mails.map(({ template }) => template)).toEqual(["registration_confirm", "registration_documents"]);
      const token = await addRegistrationLink(tx, "registration", id);
      const lacks = async () =>
        (await tx`select public.read_registration(${token}) #> '{order,people,1,lacks_documents}' as lacks`)[0]!.lacks;
      expect(await lacks()).toBe(true);
      const [, second] = await peopleOf(tx, id);
      const own = await addRegistrationLink(tx, "registration", second!.id);
      const path = `${second!.id}/00000000-0000-4000-8000-000000000001.webp`;
      await tx`select public.add_registration_document(${own}, 'crlv', ${path})`;
      expect(await lacks()).toBe(false);
      expect((await peopleOf(tx, id)).map((one) => one.status)).toEqual(["confirmed", "confirmed"]);
    }));
});

describe("a form with many people", () => {
  it("may be larger than one of one person, and has a limit", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      const car = await addKind(tx, event, { kind: "expositor" });
      const people = (story: string) =>
        Array.from({ length: 9 }, () => ({ type: car, vehicles: [{ ...CAR, story }, CAR], answers: RULES }));
      await tx`update public.event_registration_types set max_vehicles = 2 where id = ${car}`;
      const { id } = await submit(tx, type, { people: people("história ".repeat(60)), pad: "x".repeat(15_000) });
      expect(await peopleOf(tx, id)).toHaveLength(10);
      await expect(submit(tx, type, { pad: "x".repeat(40_000) })).rejects.toMatchObject({ detail: "payload" });
    }));
});
