// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ActionForm } from "@/components/form/action-form";
import { RegistrationTexts } from "@/components/events/registrations/registration-texts";
import orders from "@/messages/pt-BR/events/orders.json";
import registrations from "@/messages/pt-BR/events/registrations.json";
import { orderOf } from "@/lib/events/registrations/orders/rules";
import type { OrderChoice } from "@/lib/events/registrations/orders/schema";
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
  kinds: [{ id: "t", name: "Público", price_cents: 4000, takesHalfPrice: true }],
  takesHalfPrice: true,
};

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
  return { onKeep, order: () => orderOf(new FormData(container.querySelector("form")!)), container };
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
