// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ActionForm } from "@/components/form/action-form";
import { RegistrationTexts } from "@/components/events/registrations/registration-texts";
import orders from "@/messages/pt-BR/events/orders.json";
import registrations from "@/messages/pt-BR/events/registrations.json";
import { orderOf } from "@/lib/events/registrations/orders/rules";
import { bodyOf } from "@/lib/events/registrations/rules";
import type { OrderChoice, PersonKind } from "@/lib/events/registrations/orders/schema";
import { OrderFields } from "./order-fields";

afterEach(cleanup);

const NOTHING: OrderChoice = {
  offer: {
    min_people: 1,
    max_people: 3,
    allows_children: false,
    child_prices: {},
    takes_codes: false,
    half_prices: [],
    addons: [],
  },
  kinds: [],
  takesHalfPrice: false,
};
const PUBLIC: PersonKind = {
  id: "t",
  kind: "publico",
  name: "Público",
  price_cents: 4000,
  takesHalfPrice: true,
  max_vehicles: 2,
  max_companions: 0,
  classes: [],
  version: null,
  fields: [],
  stands: [],
  sendsDocuments: false,
};
const CHOICE: OrderChoice = {
  offer: {
    ...NOTHING.offer,
    allows_children: true,
    takes_codes: true,
    half_prices: [
      {
        category: "student",
        name: "Estudante",
        translations: {},
        law: "Lei 12.933/2013",
        source: "https://example.org",
        is_gone: true,
      },
      {
        category: "older",
        name: "60 anos ou mais",
        translations: {},
        law: "Lei 10.741/2003",
        source: "https://example.org",
        is_gone: false,
      },
    ],
    addons: [
      {
        id: "a",
        name: "Camiseta",
        description: null,
        price_cents: 5000,
        max_per_order: 2,
        variants: [
          { id: "g", name: "G", left: 3 },
          { id: "p", name: "P", left: 0 },
        ],
      },
    ],
  },
  kinds: [PUBLIC],
  takesHalfPrice: true,
};
const CAR: PersonKind = {
  ...PUBLIC,
  id: "e",
  kind: "expositor",
  name: "Expositor",
  takesHalfPrice: false,
  max_vehicles: 2,
  version: "v",
  fields: [
    { name: "rules", kind: "boolean", required: true, label: "Aceito", options: [] },
    { name: "length_m", kind: "number", required: false, label: "Comprimento", options: [] },
  ],
};
const SHOP: PersonKind = {
  ...CAR,
  id: "c",
  kind: "food_truck",
  name: "Loja",
  max_companions: 2,
  stands: [{ id: "s", label: "A1", area: null, width: 3, depth: 2, power: null, price: 0 }],
  sendsDocuments: true,
};
const SEVERAL: OrderChoice = { ...CHOICE, kinds: [PUBLIC, CAR, SHOP] };

function show(choice: OrderChoice, values: Record<string, string> = {}) {
  const onKeep = vi.fn();
  const { form, problem, validation, documentNames } = registrations;
  const { container } = render(
    <RegistrationTexts value={{ form, problem, validation, documentNames, order: orders.form }}>
      <ActionForm submit={() => undefined} pending={false} errors={undefined} texts={{}}>
        <OrderFields {...choice} values={values} locale="pt-BR" onKeep={onKeep} />
      </ActionForm>
    </RegistrationTexts>,
  );
  const sent = () => new FormData(container.querySelector("form")!);
  return {
    onKeep,
    order: () => orderOf(sent()),
    people: () => bodyOf(sent(), { fields: [], vehicles: 0, companions: 0 }, choice.kinds).people,
    container,
  };
}

describe("what the form of registration has for an order", () => {
  it("is nothing for an event that offers nothing of it", () => {
    const { container } = show(NOTHING);
    expect(container.querySelectorAll("details, input, select")).toHaveLength(0);
  });

  it("is folded and sends nothing until somebody fills it in", () => {
    const { container, order } = show(CHOICE);
    expect(container.querySelectorAll("details")).toHaveLength(5);
    expect(container.querySelectorAll("details[open]")).toHaveLength(0);
    expect(JSON.stringify(order())).toBe("{}");
  });

  it("leaves out half prices that are gone and variants that are sold out", () => {
    show(CHOICE);
    expect(screen.queryByText(/Estudante/)).toBeNull();
    expect(screen.getAllByText(/60 anos ou mais/).length).toBeGreaterThan(0);
    expect(screen.getByText("P esgotado")).toBeTruthy();
  });

  it("adds people up to the most of an order", () => {
    const { order } = show(CHOICE);
    fireEvent.click(screen.getByRole("button", { name: "Adicionar pessoa" }));
    fireEvent.click(screen.getByRole("button", { name: "Adicionar pessoa" }));
    expect(screen.queryByRole("button", { name: "Adicionar pessoa" })).toBeNull();
    expect(order().people).toEqual([
      { type: "t", full_name: "", half_price: undefined },
      { type: "t", full_name: "", half_price: undefined },
    ]);
  });

  it("opens what a draft has and asks for its price", () => {
    const { container, onKeep, order } = show(CHOICE, { "addons.g": "2", code: "AMIGO" });
    expect(container.querySelectorAll("details[open]")).toHaveLength(2);
    expect(onKeep).toHaveBeenCalledOnce();
    expect(order()).toMatchObject({ addons: [{ variant: "g", amount: 2 }], code: "AMIGO" });
  });
});

describe("another person of an order", () => {
  const add = async () => {
    fireEvent.click(screen.getByRole("button", { name: "Adicionar pessoa" }));
    return screen.findByLabelText("Participação");
  };
  const choose = async (id: string) =>
    fireEvent.change(screen.getByLabelText("Participação"), { target: { value: id } });
  const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it("is asked for nothing more by a kind that needs nothing", async () => {
    const { container } = show(SEVERAL);
    await add();
    const names = [...container.querySelectorAll("[name^='people.']")].map((one) => one.getAttribute("name"));
    expect(names).toEqual(["people.0.type", "people.0.full_name", "people.0.half_price"]);
  });

  it("has the car and the questions of its kind", async () => {
    const { people } = show(SEVERAL);
    await add();
    await choose("e");
    fill(/^Marca/, "Ford");
    fill(/^Modelo/, "Maverick");
    fill(/^Ano/, "1974");
    fill(/^Comprimento/, "4,5");
    fireEvent.click(screen.getByLabelText(/^Aceito/));
    expect(screen.queryByLabelText(/Direito à meia-entrada/)?.getAttribute("name")).toBe("half_price");
    expect(people()).toMatchObject([
      {
        type: "e",
        form_version: "v",
        vehicles: [{ make: "Ford", model: "Maverick", year: 1974, plate: null }],
        answers: { rules: true, length_m: 4.5 },
        company: null,
      },
    ]);
  });

  it("keeps what another kind has too, and gets the rest back with the first kind", async () => {
    const { people, container } = show(SEVERAL);
    await add();
    await choose("e");
    fill(/^Marca/, "Ford");
    fill(/^Comprimento/, "4,5");
    await choose("c");
    fill(/^Nome da empresa/, "Peças Lima");
    expect(people()).toMatchObject([{ type: "c", company: "Peças Lima", answers: { length_m: 4.5 } }]);
    expect(container.querySelectorAll("[name='people.0.stand']")).toHaveLength(2);
    expect(screen.getByText(orders.form.personDocuments)).toBeTruthy();
    await choose("t");
    expect(people()).toMatchObject([{ type: "t", vehicles: [], answers: {}, company: null }]);
    await choose("e");
    expect(people()).toMatchObject([{ vehicles: [{ make: "Ford" }], answers: { length_m: 4.5 } }]);
  });

  it("has the values of a draft before and after its code is loaded", async () => {
    const draft = {
      "people.0.type": "c",
      "people.0.company": "Peças Lima",
      "people.0.companions.0": "Caio",
      "people.0.vehicles.0.make": "VW",
      "people.0.answers.rules": "on",
      "people.0.stand": "s",
    };
    const { people } = show(SEVERAL, draft);
    const expected = [
      {
        type: "c",
        company: "Peças Lima",
        companions: ["Caio"],
        stand: "s",
        vehicles: [{ make: "VW" }],
        answers: { rules: true },
      },
    ];
    expect(people()).toMatchObject(expected);
    await screen.findByLabelText("Participação");
    expect(people()).toMatchObject(expected);
  });
});
