import { describe, expect, it } from "vitest";
import { asOwner, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addCode, addKind, orderEvent, peopleOf } from "./order-support";
import { addRegistrationLink, makeKind, register, statusOf, submit, takenOf } from "./registration-support";

const CAR = { make: "Ford", model: "Maverick", year: 1974 };
const RULES = { rules_consent: true };
type Order = Record<"is_buyer" | "total_cents" | "people" | "addons" | "children" | "code" | "discount_cents", unknown>;

describe("an order of several people", () => {
  it("has one price at the buyer, and everybody takes a place", () =>
    asOwner(async (tx) => {
      const { event, type, dinner, large } = await orderEvent(tx);
      const car = await addKind(tx, event, { kind: "expositor", price: 9000 });
      const { id, status } = await register(tx, type, {
        people: [{ type: car, full_name: "Bia Lima", vehicles: [CAR], answers: RULES }, { type }],
        addons: [
          { variant: dinner, amount: 2 },
          { variant: large, amount: 1 },
        ],
      });
      expect(status).toBe("awaiting_payment");
      expect(await peopleOf(tx, id)).toMatchObject([
        { full_name: "Ana Souza", status: "awaiting_payment", price_cents: 4000 + 9000 + 4000 + 12_000 + 5000 },
        { full_name: "Bia Lima", status: "awaiting_payment", price_cents: 0, order_cents: 9000 },
        { full_name: "Ana Souza +2", status: "awaiting_payment", price_cents: 0, order_cents: 4000 },
      ]);
      expect([await takenOf(tx, type), await takenOf(tx, car)]).toEqual([2, 1]);
    }));

  it("is all or nothing: without a place for the last one nobody has one", () =>
    asOwner(async (tx) => {
      const { type } = await orderEvent(tx, { capacity: 2 });
      await tx`savepoint s`;
      await expect(register(tx, type, { people: [{ type }, { type }] })).rejects.toMatchObject({
        message: "no_places",
      });
      await tx`rollback to savepoint s`;
      expect(await takenOf(tx, type)).toBe(0);
    }));

  it("follows the buyer: confirmed, cancelled and expired together", () =>
    asOwner(async (tx) => {
      const { type } = await orderEvent(tx);
      const statuses = async (id: string) => (await peopleOf(tx, id)).map(({ status }) => status);
      const { id } = await register(tx, type, { people: [{ type }] });
      await tx`select private.set_registration_status(${id}, 'confirmed')`;
      expect(await statuses(id)).toEqual(["confirmed", "confirmed"]);
      await tx`select private.cancel_registration(${id})`;
      expect(await statuses(id)).toEqual(["cancelled", "cancelled"]);
      expect(await takenOf(tx, type)).toBe(0);
      const late = await register(tx, type, { people: [{ type }] });
      await tx`update public.event_registrations set held_until = now() - interval '1 minute' where type_id = ${type}`;
      await tx`select private.expire_registration_holds()`;
      expect(await statuses(late.id)).toEqual(["expired", "expired"]);
    }));

  it("is approved as a whole when one kind needs an approval", () =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx, { price: 0 });
      const car = await addKind(tx, event, { kind: "expositor", approval: true });
      const { id, status } = await register(tx, type, { people: [{ type: car, vehicles: [CAR], answers: RULES }] });
      expect(status).toBe("pending");
      const [, second] = await peopleOf(tx, id);
      expect(
        await callAs(tx, "main_admin", (as) =>
          keyOf(as`select public.decide_registration(${second!.id}, 'approve') as answer`),
        ),
      ).toBe("saved");
      expect((await peopleOf(tx, id)).map((one) => one.status)).toEqual(["confirmed", "confirmed"]);
    }));

  it("gets cheaper when a person of an unpaid order leaves", () =>
    asOwner(async (tx) => {
      const { type } = await orderEvent(tx);
      const { id } = await register(tx, type, { people: [{ type }] });
      const [, second] = await peopleOf(tx, id);
      await tx`select private.cancel_registration(${second!.id})`;
      expect(await peopleOf(tx, id)).toMatchObject([
        { price_cents: 4000, status: "awaiting_payment" },
        { status: "cancelled" },
      ]);
    }));

  it("that is paid is not left by a person with its own link, only by the buyer, also as a whole", () =>
    asOwner(async (tx) => {
      const { type } = await orderEvent(tx);
      const { id } = await register(tx, type, { people: [{ type }] });
      await tx`select private.set_registration_status(${id}, 'confirmed')`;
      const [, second] = await peopleOf(tx, id);
      const token = await addRegistrationLink(tx, "manage", second!.id);
      expect(await keyOf(tx`select public.cancel_own_registration(${token}) as answer`)).toBe("gone");
      const own = await addRegistrationLink(tx, "manage", id);
      expect(await keyOf(tx`select public.cancel_own_registration(${own}) as answer`)).toBe("saved");
      expect((await peopleOf(tx, id)).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    }));

  it("is not transferred, but one of its people is", () =>
    asOwner(async (tx) => {
      const { type } = await orderEvent(tx, { price: 0 });
      const { id } = await register(tx, type, { people: [{ type }] });
      const [, second] = await peopleOf(tx, id);
      const to = tx.json({ full_name: "Caio Dias", email: "caio@example.org", phone: "48 99999-1111" });
      const transfer = async (one: string) => {
        const token = await addRegistrationLink(tx, "manage", one);
        return keyOf(tx`select public.transfer_registration(${token}, ${to}) as answer`);
      };
      expect([await transfer(id), await transfer(second!.id)]).toEqual(["gone", "saved"]);
    }));

  it("takes a name later, once, from the buyer only", () =>
    asOwner(async (tx) => {
      const { type } = await orderEvent(tx, { price: 0 });
      const { id } = await register(tx, type, { people: [{ type }] });
      const [, second] = await peopleOf(tx, id);
      const token = await addRegistrationLink(tx, "manage", id);
      const stranger = await addRegistrationLink(tx, "manage", (await register(tx, type)).id);
      const name = (by: string) =>
        keyOf(tx`select public.name_order_person(${by}, ${second!.id}, 'Caio Dias') as answer`);
      expect([await name(stranger), await name(token), await name(token)]).toEqual(["gone", "saved", "gone"]);
      expect((await peopleOf(tx, id))[1]!.full_name).toBe("Caio Dias");
    }));

  it.each([
    ["too few people", { min: 3 }, [{}], "order_too_small"],
    ["too many people", { max: 1 }, [{}], "order_too_big"],
  ] as const)("with %s is refused", (_, { min = 1, max = 10 }: { min?: number; max?: number }, people, reason) =>
    asOwner(async (tx) => {
      const { event, type } = await orderEvent(tx);
      await tx`
        insert into public.event_order_settings (event_id, min_people, max_people) values (${event}, ${min}, ${max})`;
      await expect(submit(tx, type, { people: people.map((one) => ({ ...one, type })) })).rejects.toMatchObject({
        message: reason,
      });
    }),
  );

  it("of two events is refused", () =>
    asOwner(async (tx) => {
      const { type } = await orderEvent(tx);
      const other = await makeKind(tx);
      await expect(submit(tx, type, { people: [{ type: other.type }] })).rejects.toMatchObject({ message: "invalid" });
    }));

  it("shows the buyer everything and another person only who the buyer is", () =>
    asOwner(async (tx) => {
      const { event, type, dinner } = await orderEvent(tx);
      await addCode(tx, event, "AMIGO10", { percent: 10 });
      const { id } = await register(tx, type, {
        people: [{ type, full_name: "Bia Lima" }],
        addons: [{ variant: dinner, amount: 1 }],
        code: "amigo10",
      });
      const read = async (one: string) => {
        const token = await addRegistrationLink(tx, "registration", one);
        const [row] = await tx<{ order: Order }[]>`select public.read_registration(${token}) -> 'order' as order`;
        return row!.order;
      };
      expect(await read(id)).toMatchObject({
        is_buyer: true,
        total_cents: 3600 + 3600 + 6000,
        discount_cents: 800,
        code: "AMIGO10",
        addons: [{ name: "Jantar", amount: 1 }],
        people: [{ full_name: "Ana Souza" }, { full_name: "Bia Lima" }],
      });
      const [, second] = await peopleOf(tx, id);
      expect(await read(second!.id)).toEqual({ is_buyer: false, buyer: "Ana Souza", half_price: null });
    }));
});

describe("every registration", () => {
  it("has an order of its own, also from the gate and the panel, which ends with it", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      await tx`
        insert into public.event_registrations (code, event_id, type_id, full_name, email, status)
        values (private.new_registration_code(), ${event}, ${type}, 'Ana', 'ana@example.org', 'confirmed')`;
      await register(tx, type);
      const count = async () =>
        (await tx`select count(*)::integer as n from public.event_orders where event_id = ${event}`)[0]!.n as number;
      expect(await count()).toBe(2);
      await tx`delete from public.event_registrations where event_id = ${event}`;
      expect(await count()).toBe(0);
    }));

  it("without anything more has no order on its page", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      const token = await addRegistrationLink(tx, "registration", id);
      const [row] = await tx`select public.read_registration(${token}) -> 'order' as order`;
      expect(row!.order).toBeNull();
      expect(await statusOf(tx, id)).toBe("confirmed");
    }));
});

describe("children of an order", () => {
  const withChildren = async (tx: Parameters<typeof orderEvent>[0], prices: object) => {
    const made = await orderEvent(tx, { capacity: 4 });
    await tx`
      insert into public.event_order_settings (event_id, allows_children, child_prices)
      values (${made.event}, true, ${tx.json(prices as never)})`;
    return made;
  };

  it("have places and prices by age band, no row of a person, and end with the order", () =>
    asOwner(async (tx) => {
      const { type } = await withChildren(tx, { from_6_to_11: 1500 });
      const { id } = await register(tx, type, { children: { up_to_5: 1, from_6_to_11: 2 } });
      expect(await peopleOf(tx, id)).toMatchObject([{ price_cents: 4000 + 3000, places: 4 }]);
      expect(await takenOf(tx, type)).toBe(4);
      await tx`delete from public.event_registrations where id = ${id}`;
      expect(await tx`select from public.event_order_children`).toHaveLength(0);
    }));

  it("are refused without places, in an unknown band, and where the organiser takes none", () =>
    asOwner(async (tx) => {
      const { type } = await withChildren(tx, {});
      const tries = async (of: string, children: object) => {
        await tx`savepoint s`;
        const message = await register(tx, of, { children }).then(
          () => "registered",
          (error: Error) => error.message,
        );
        await tx`rollback to savepoint s`;
        return message;
      };
      expect(await tries(type, { up_to_5: 4 })).toBe("no_places");
      expect(await tries(type, { adults: 1 })).toBe("invalid");
      expect(await tries((await makeKind(tx)).type, { up_to_5: 1 })).toBe("invalid");
    }));
});
