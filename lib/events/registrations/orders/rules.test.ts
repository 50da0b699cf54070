import { describe, expect, it } from "vitest";
import { countBelow, countPeople, isMoreThanOne, needsPhone, orderOf, orderReceiptPath, personPath } from "./rules";
import type { PersonKind } from "./schema";

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe("what a form has for an order", () => {
  it("is nothing for one person, so that the body stays as it was", () => {
    const order = orderOf(
      formOf({ full_name: "Ana", half_price: "", code: " ", "addons.a": "", "children.up_to_5": "0" }),
    );
    expect(JSON.stringify(order)).toBe("{}");
    expect(isMoreThanOne(order)).toBe(false);
  });

  it("has people, add-ons, children, half price and code", () => {
    const order = orderOf(
      formOf({
        half_price: "student",
        "people.0.type": "t1",
        "people.0.full_name": " Bia Lima ",
        "people.0.half_price": "older",
        "people.1.type": "t2",
        "people.1.full_name": "",
        "people.1.half_price": "",
        "addons.v1": "2",
        "addons.v2": "x",
        "children.up_to_5": "1",
        code: "AMIGO",
      }),
    );
    expect(order).toEqual({
      half_price: "student",
      people: [
        { type: "t1", full_name: "Bia Lima", half_price: "older" },
        { type: "t2", full_name: "", half_price: undefined },
      ],
      addons: [{ variant: "v1", amount: 2 }],
      children: { up_to_5: 1 },
      code: "AMIGO",
    });
    expect(isMoreThanOne(order)).toBe(true);
  });

  it("counts the people of a draft", () => {
    expect(countPeople({ "people.0.type": "a", "people.0.full_name": "b", "people.1.type": "a", type: "x" })).toBe(2);
  });
});

it("the phone of the buyer is needed when another person has a kind that needs one", () => {
  const kinds = [
    { id: "a", kind: "publico" },
    { id: "b", kind: "expositor" },
  ] as PersonKind[];
  expect(needsPhone({ type: "b", "people.0.type": "a" }, kinds)).toBe(false);
  expect(needsPhone({ "people.0.type": "a", "people.1.type": "b" }, kinds)).toBe(true);
});

it("counts the entries of a list, without those of its parts and of other people", () => {
  const names = ["people.1.vehicles.0.make", "people.1.vehicles.1.make", "people.1.vehicles.1.year", "vehicles.0.make"];
  expect(countBelow(names, "people.1.vehicles", "make")).toBe(2);
  expect(countBelow(["companions.0", "companions.1", "people.0.companions.0"], "companions")).toBe(2);
});

it("the page of another person is opened by the link of the buyer", () => {
  expect(personPath("token", "id", "pt-BR")).toBe("/api/registrations/people/token/id?idioma=pt-BR");
});

it("the receipt of an order is opened by the link of the buyer or an id", () => {
  expect(orderReceiptPath("token", "es-419")).toBe("/api/order-receipts/token?idioma=es-419");
});
