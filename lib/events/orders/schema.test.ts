import { describe, expect, it } from "vitest";
import { orderFormInput } from "./schema";

const TYPE = "5f0f7a3c-0000-4000-8000-000000000001";
const BASE = {
  event: TYPE,
  zone: "America/Sao_Paulo",
  expected_version: "",
  "rules.min_people": "1",
  "rules.max_people": "9",
  "rules.half_price": "on",
  "rules.half_price_share": "40",
};

function parse(more: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...BASE, ...more })) form.set(name, value);
  return orderFormInput.safeParse(form);
}
const wrongFields = (more: Record<string, string>) =>
  parse(more).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

const CODE = { "codes.0.code": "dez10", "codes.0.benefit": "percent", "codes.0.value": "10" };

describe("the form of the page of orders", () => {
  it("reads lists, ticked kinds, prices and the days of a code", () => {
    const parsed = parse({
      ...CODE,
      [`codes.0.type_ids.${TYPE}`]: "on",
      "codes.0.starts_on": "2026-12-01",
      "codes.0.ends_on": "2026-12-02",
      "addons.0.name": "Camiseta",
      "addons.0.price_cents": "49,90",
      "addons.0.max_per_order": "2",
      "addons.0.variants.0.name": "G",
      "addons.0.variants.0.stock": "30",
    });
    expect(parsed.data).toMatchObject({
      expected_version: null,
      rules: { half_price: true, allows_children: false },
      quotas: [],
      addons: [{ price_cents: 4990, closes_at: null, variants: [{ name: "G", stock: 30 }] }],
      codes: [{ percent: 10, cents: null, type_ids: [TYPE], max_uses: null }],
    });
    const [code] = parsed.data!.codes;
    expect([Date.parse(code!.starts_at!), Date.parse(code!.ends_at!)]).toEqual([
      Date.parse("2026-12-01T03:00:00Z"),
      Date.parse("2026-12-03T02:59:00Z"),
    ]);
  });

  it.each([
    ["a share below the law", { "rules.half_price_share": "39" }, "rules.half_price_share: shareInvalid"],
    ["a code with a blank", { ...CODE, "codes.0.code": "dez 10" }, "codes.0.code: codeInvalid"],
    ["a discount above all", { ...CODE, "codes.0.value": "101" }, "codes.0.value: numberInvalid"],
    [
      "a discount without an amount",
      { ...CODE, "codes.0.benefit": "cents", "codes.0.value": "" },
      "codes.0.value: moneyInvalid",
    ],
    [
      "a stock that is no number",
      {
        "addons.0.name": "Kit",
        "addons.0.price_cents": "10",
        "addons.0.max_per_order": "1",
        "addons.0.variants.0.stock": "muitos",
      },
      "addons.0.variants.0.stock: numberInvalid",
    ],
  ])("marks %s", (_, more, expected) => {
    expect(wrongFields(more as unknown as Record<string, string>)).toEqual([expected]);
  });
});
