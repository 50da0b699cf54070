import { describe, expect, it } from "vitest";
import {
  bodyOf,
  formPath,
  hasReceipt,
  isConfirmable,
  isUnderReview,
  ownPagePath,
  priceOf,
  queryOf,
  shownStatus,
  splitTickets,
  stepsOf,
  storedAnswers,
  translated,
} from "./rules";
import en from "../../../messages/en-US/platform/mails.json";
import es from "../../../messages/es-419/platform/mails.json";
import pt from "../../../messages/pt-BR/platform/mails.json";
import type { PersonKind } from "./orders/schema";
import type { FormField } from "./questions/rules";
import { registrationSchema, type RegistrationPage } from "./schema";

const ID = "00000000-0000-4000-8000-000000000001";

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe("priceOf", () => {
  it.each([
    ["publico", 3, 0, 7500],
    ["expositor", 3, 0, 2500],
    ["mercado_pulga", 1, 500, 3000],
  ])("%s for %i people and a stand of %i cents costs %i", (kind, people, stand, cents) =>
    expect(priceOf({ kind, price_cents: 2500 }, people, stand)).toBe(cents),
  );
});

describe("bodyOf", () => {
  const fields = [
    { name: "menu", label: "", kind: "longtext", required: true, options: [] },
    { name: "length_m", label: "", kind: "number", required: true, options: [] },
    { name: "uses_gas", label: "", kind: "boolean", required: false, options: [] },
    { name: "plan", label: "", kind: "file", required: true, options: [] },
  ] satisfies FormField[];
  const form = formOf({
    request_id: ID,
    type: ID,
    full_name: " Ana ",
    email: "ana@example.org",
    consent: "on",
    locale: "pt-BR",
    homepage: "",
    "answers.menu": "Pastel",
    "answers.length_m": "6,5",
    "companions.0": "Beto",
    "vehicles.0.make": "VW",
    "vehicles.0.model": "Fusca",
    "vehicles.0.year": "1972",
    "vehicles.0.has_collector_plate": "on",
  });

  it("makes a body that the server accepts", () => {
    const body = registrationSchema.parse(bodyOf(form, { fields, vehicles: 1, companions: 1 }));
    expect(body.full_name).toBe("Ana");
    expect(body.answers).toEqual({ menu: "Pastel", length_m: 6.5, uses_gas: false });
    expect(body.vehicles).toEqual([
      expect.objectContaining({ make: "VW", year: 1972, has_collector_plate: true, plate: null }),
    ]);
  });

  it("has what the kinds of other people ask for, and names the missing field of the right person", () => {
    const kinds = [{ id: ID, version: null, fields } as unknown as PersonKind];
    const order = formOf({
      type: ID,
      "people.0.type": ID,
      "people.0.full_name": "Bia",
      "people.1.type": ID,
      "people.1.full_name": "",
      "people.1.companions.0": "",
      "people.1.answers.menu": "Pastel",
      "people.1.answers.length_m": "6,5",
      "people.1.vehicles.0.make": "VW",
      "people.1.vehicles.0.model": "",
      "people.1.vehicles.0.year": "19x",
      "people.1.document": "123",
    });
    const body = bodyOf(order, { fields, vehicles: 0, companions: 0 }, kinds);
    expect(body.people).toMatchObject([
      { full_name: "Bia", vehicles: [], answers: { menu: null, length_m: null, uses_gas: false } },
      { companions: [""], answers: { menu: "Pastel", length_m: 6.5 }, vehicles: [{ make: "VW", year: NaN }] },
    ]);
    const paths = registrationSchema.safeParse(body).error?.issues.map(({ path }) => path.join(".")) ?? [];
    expect(paths.filter((path) => path.startsWith("people."))).toEqual([
      "people.1.companions.0",
      "people.1.vehicles.0.model",
      "people.1.vehicles.0.year",
      "people.1.document",
    ]);
  });

  it("names every missing field", () => {
    const empty = registrationSchema.safeParse(bodyOf(formOf({ type: ID }), { fields, vehicles: 1, companions: 1 }));
    const paths = empty.error?.issues.map(({ path }) => path.join(".")) ?? [];
    expect(paths).toEqual(
      expect.arrayContaining(["full_name", "email", "consent", "companions.0", "vehicles.0.make", "vehicles.0.year"]),
    );
  });
});

describe("storedAnswers", () => {
  it("are first values of the fields, and a refused question has none", () => {
    const stored = { menu: "Pastel", length_m: 6.5, uses_gas: false, plan: null };
    expect(storedAnswers(stored)).toEqual({ "answers.menu": "Pastel", "answers.length_m": "6.5", "answers.plan": "" });
  });
});

describe("registrationSchema", () => {
  const base = { request_id: ID, type: ID, full_name: "Ana", email: "ana@example.org", consent: true, locale: "pt-BR" };

  it.each([
    ["abcdefgh", "abcdefgh"],
    ["https://example.org", null],
    [undefined, null],
  ])("reads %s as the short link %s", (via, expected) => {
    expect(registrationSchema.parse({ ...base, via }).via).toBe(expected);
  });

  it("removes null bytes and lone surrogates, which the database refuses", () => {
    const { full_name: name, answers } = registrationSchema.parse({
      ...base,
      full_name: "A\u0000na\ud800",
      answers: { menu: "x\u0000\udc00" },
    });
    expect(name.isWellFormed() && String(answers.menu).isWellFormed()).toBe(true);
    expect(`${name}${answers.menu}`).not.toContain("\u0000");
  });

  it.each([{ homepage: "x" }, { answers: { "A-b": "x" } }, { companions: [""] }, { stand: "A1" }, { locale: "fr" }])(
    "refuses %j",
    (wrong) => expect(registrationSchema.safeParse({ ...base, ...wrong }).success).toBe(false),
  );
});

describe("isConfirmable", () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  it.each([
    ["unconfirmed", at(5), true],
    ["unconfirmed", at(-5), false],
    ["confirmed", null, false],
    ["awaiting_payment", at(5), false],
  ] as const)("%s until %s: %s", (status, until, isOpen) => {
    expect(isConfirmable({ status, held_until: until })).toBe(isOpen);
  });
});

describe("the mail that confirms an address", () => {
  it.each([pt, en, es])("contains nothing that was typed into the form", ({ registration_confirm: mail }) => {
    const named = Object.values(mail).flatMap((text) => text.match(/\{\w+/g) ?? []);
    expect(new Set(named)).toEqual(new Set(["{event", "{town", "{date", "{until"]));
  });
});

describe("stepsOf", () => {
  it("has no payment for a free registration and no approval for an open one", () => {
    expect(stepsOf("confirmed", 0, [])).toEqual({ steps: ["received", "confirmed"], done: 2 });
  });
  it("stops after the approval until the payment", () => {
    expect(stepsOf("awaiting_payment", 100, [{ status: "pending" }])).toEqual({
      steps: ["received", "approved", "paid", "confirmed"],
      done: 2,
    });
  });
  it("has no step done after a cancellation", () => expect(stepsOf("cancelled", 0, []).done).toBe(0));
});

it("takes the Portuguese name where a translation is missing or malformed", () => {
  expect(translated({ en: { name: "Visitor" } }, "name", "en-US", "Público")).toBe("Visitor");
  for (const names of [null, [], { es: { name: " " } }, { es: 1 }])
    expect(translated(names, "name", "es-419", "Público")).toBe("Público");
});

it("names event and kind in the path of a form", () => {
  expect(formPath("food_truck", "encontro-a", ID)).toBe(`/inscricao-food-truck?evento=encontro-a&tipo=${ID}`);
});

it.each([
  [{}, ""],
  [{ evento: "encontro a", tipo: undefined, via: ["a", "b"] }, "?evento=encontro+a&via=a&via=b"],
])("the query of %j is %j", (parameters, query) => {
  expect(queryOf(parameters)).toBe(query);
});

describe("tickets", () => {
  const now = Date.parse("2026-12-05T12:00:00Z");
  const ticket = (id: string, status: string, days: readonly [string, string] | null) => ({
    id,
    status,
    event: days && { starts_at: `2026-12-${days[0]}T12:00:00Z`, ends_at: `2026-12-${days[1]}T21:00:00Z` },
  });

  it("are sorted by the begin of their event; ended ones and those of past events are apart", () => {
    const { coming, past } = splitTickets(
      [
        ticket("later", "pending", ["20", "20"]),
        ticket("cancelled", "cancelled", ["20", "20"]),
        ticket("second day", "confirmed", ["04", "06"]),
        ticket("over", "confirmed", ["01", "02"]),
        ticket("removed event", "confirmed", null),
      ],
      now,
    );
    expect(coming.map(({ id }) => id)).toEqual(["second day", "later"]);
    expect(past.map(({ id }) => id)).toEqual(["cancelled", "over", "removed event"]);
  });

  it("lead to the page of the registration in the language of the reader", () => {
    expect(ownPagePath(ID, "en-US")).toBe(`/api/registrations/mine/${ID}?idioma=en-US`);
  });
});

it.each([
  ["awaiting_payment", ["expired", "review"], "review"],
  ["offered", ["processing"], "review"],
  ["awaiting_payment", ["pending"], "awaiting_payment"],
  ["awaiting_payment", [], "awaiting_payment"],
  ["confirmed", ["review"], "confirmed"],
] as const)("%s with payments %j is shown as %s", (status, payments, shown) => {
  const page = { payments: payments.map((one) => ({ status: one })) } as unknown as Parameters<typeof isUnderReview>[0];
  expect(shownStatus(status, isUnderReview(page))).toBe(shown);
});

describe("the link to the receipt of a registration", () => {
  const payments = [{ status: "paid" }] as unknown as RegistrationPage["payments"];
  const page = { can_manage: true, order: null, payments };

  it.each([
    ["a paid registration of one", {}, true],
    ["a refunded one", { payments: [{ status: "refunded" }] as unknown as typeof payments }, true],
    ["one whose receipt is checked", { payments: [{ status: "review" }] as unknown as typeof payments }, false],
    ["another person of the order", { order: { is_buyer: false, buyer: "Ana", half_price: null } as const }, false],
    ["a visitor with the link of its page", { can_manage: false }, false],
  ])("%s: %s", (_, more, expected) => {
    expect(hasReceipt({ ...page, ...more })).toBe(expected);
  });
});
