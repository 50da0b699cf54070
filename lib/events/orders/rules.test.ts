import { describe, expect, it } from "vitest";
import { invitationsOf, orderValues, refusedField } from "./rules";
import type { OrderForm } from "./schema";

describe("the page of orders", () => {
  const stored: OrderForm = {
    updated_at: null,
    rules: {
      min_people: 1,
      max_people: 9,
      half_price: true,
      half_price_share: 40,
      allows_children: false,
      child_prices: { from_6_to_11: 1550 },
    },
    half_price_left: null,
    ticket_total: null,
    kinds: [],
    quotas: [{ name: "Salão", capacity: 5, type_ids: ["t1"], taken: 0 }],
    addons: [
      {
        id: "a",
        name: "Kit",
        description: null,
        price_cents: 1000,
        max_per_order: 2,
        closes_at: "2026-12-02T02:59:00Z",
        variants: [{ id: "v", name: "G", stock: null, ordered: null }],
      },
    ],
    codes: [
      {
        id: "c",
        code: "DEZ10",
        percent: 10,
        cents: null,
        opens_kinds: false,
        type_ids: ["t1"],
        max_uses: 3,
        starts_at: null,
        ends_at: null,
        uses: 1,
      },
    ],
  };

  it("has the stored values in its fields, days in the zone of the event", () => {
    expect(orderValues(stored, "America/Sao_Paulo")).toMatchObject({
      "rules.half_price": "on",
      "rules.child_prices.from_6_to_11": "15,50",
      "quotas.0.type_ids.t1": "on",
      "addons.0.closes_on": "2026-12-01",
      "addons.0.variants.0.stock": "",
      "codes.0.benefit": "percent",
      "codes.0.value": "10",
      "codes.0.type_ids.t1": "on",
    });
  });

  it.each([
    ["codes.0.percent", "codes.0.value"],
    ["codes.0.ends_at", "codes.0.ends_on"],
    ["addons.1.closes_at", "addons.1.closes_on"],
    ["quotas.0.capacity", "quotas.0.capacity"],
  ])("marks the field of %s", (field, name) => {
    expect(refusedField({ reason: "invalid", field })).toEqual({ fieldErrors: { [name]: ["refused"] } });
  });

  it("marks no field for another reason", () => {
    expect(refusedField({ reason: "addon_ordered", field: null })).toBeUndefined();
  });

  it("has the code of an invitation in the addresses of its forms", () => {
    const [code] = stored.codes;
    const kinds = [{ id: "t1", name: "Imprensa", kind: "publico" as const }];
    const form = { ...stored, kinds, codes: [code!, { ...code!, id: "i", code: "CONVITE", opens_kinds: true }] };
    expect(invitationsOf(form, "encontro")).toEqual({
      i: [{ name: "Imprensa", path: "/inscricao-publico?evento=encontro&tipo=t1&codigo=CONVITE" }],
    });
  });
});
