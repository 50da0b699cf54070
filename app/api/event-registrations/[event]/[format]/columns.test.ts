import { expect, it, vi } from "vitest";
import type { ExportRow } from "@/lib/events/panel/list/queries";
import type { PanelEvent } from "@/lib/events/panel/queries";
import type { Cell } from "@/lib/platform/sheets";
import { questionsSchema } from "@/lib/events/registrations/questions/schema";
import { sheetOf } from "./columns";

vi.mock("next-intl/server", () => ({
  getTranslations: async () => Object.assign((key: string) => key, { has: () => true }),
}));

const EVENT = {
  time_zone: "America/Sao_Paulo",
  event_registration_types: [{ id: "kind", name: "Expositor" }],
  event_stands: [],
} as unknown as PanelEvent;

const ROW = {
  code: "ABCD2345",
  type_id: "kind",
  full_name: "Ana Souza",
  document: "52998224725",
  companions: ["Bia", "Caio"],
  places: 3,
  status: "confirmed",
  attending: "yes",
  price_cents: 5000,
  source: "form",
  created_at: "2026-11-01T12:00:00Z",
  answers: { metres: 4, trailer: true },
  registration_vehicles: [
    { make: "Ford", model: "Corcel", year: 1972, color: "Azul", plate: "ABC1D23", class_name: null },
    { make: "Fiat", model: "147", year: 1979, color: null, plate: null, class_name: null },
  ],
  registration_documents: [{ kind: "identity", status: "ok" }],
  order: {
    order_code: "ABCD2345",
    buyer: "Ana Souza",
    order_position: 1,
    line_cents: 4000,
    half_price: "Estudante",
    half_price_checked: true,
    addons: [
      { name: "Camiseta", variant: "G", amount: 2 },
      { name: "Jantar", variant: "", amount: 1 },
    ],
    addon_cents: 16_000,
    children: { from_6_to_11: 2 },
    discount_code: "DEZ10",
    discount_cents: 900,
  },
  facts: {
    payment_state: "paid",
    paid_cents: 5000,
    paid_at: "2026-11-02T12:00:00Z",
    entered_at: "2026-11-20T12:00:00Z",
  },
} as unknown as ExportRow;

it("an export has numbers, amounts and moments as such, the plates apart from the cars, and a column for each question", async () => {
  const questions = questionsSchema.parse([
    { name: "metres", kind: "number", label: "Metros" },
    { name: "trailer", kind: "boolean", label: "Carreta" },
    { name: "photo", kind: "file", label: "Foto" },
  ]);
  const { heads, cells } = await sheetOf(EVENT, [questions]);
  const values = cells(ROW);
  const of = (head: string): Cell | undefined => values[heads.indexOf(head)];
  expect(values).toHaveLength(heads.length);
  expect(of("sheet.places")).toBe(3);
  expect(of("sheet.amount")).toEqual({ cents: 5000 });
  expect(of("sheet.paid")).toEqual({ cents: 5000 });
  expect(of("sheet.paymentState")).toBe("paid.paid");
  expect(of("sheet.paidAt")).toEqual({ at: "2026-11-02T12:00:00Z", timeZone: "America/Sao_Paulo" });
  expect(of("sheet.enteredAt")).toEqual({ at: "2026-11-20T12:00:00Z", timeZone: "America/Sao_Paulo" });
  expect(of("sheet.vehicles")).toBe("Ford Corcel 1972 Azul; Fiat 147 1979");
  expect(of("sheet.plates")).toBe("ABC1D23");
  expect(of("Metros")).toBe(4);
  expect(of("Carreta")).toBe("detail.yes");
  expect(heads).not.toContain("Foto");
});

const sheetCells = async (row: ExportRow) => {
  const { heads, cells } = await sheetOf(EVENT, []);
  const values = cells(row);
  // The double of the texts gives the three age bands the same head.
  const children = heads.flatMap((head, index) => (head === "sheet.children" ? [values[index]] : []));
  return { children, of: (head: string): Cell | undefined => values[heads.indexOf(head)] };
};

it("an export has the order of a person: its line, the category of half price, add-ons, children and discount", async () => {
  const { of, children } = await sheetCells(ROW);
  expect([of("sheet.order"), of("sheet.buyer"), of("sheet.orderPosition")]).toEqual(["ABCD2345", "Ana Souza", 1]);
  expect(of("sheet.line")).toEqual({ cents: 4000 });
  expect([of("sheet.halfPrice"), of("sheet.halfPriceChecked")]).toEqual(["Estudante", "detail.yes"]);
  expect([of("sheet.addons"), of("sheet.addonsAmount")]).toEqual(["2 × Camiseta, G; 1 × Jantar", { cents: 16_000 }]);
  expect(children).toEqual([null, 2, null]);
  expect([of("sheet.discountCode"), of("sheet.discount")]).toEqual(["DEZ10", { cents: 900 }]);
});

it("leaves the cells empty of what another person of an order, or the caller, does not have", async () => {
  const order = {
    ...ROW.order!,
    order_position: 2,
    half_price: null,
    addons: null,
    addon_cents: null,
    children: null,
    discount_code: null,
    discount_cents: null,
  };
  for (const row of [
    { ...ROW, order },
    { ...ROW, order: null },
  ]) {
    const { of, children } = await sheetCells(row);
    const heads = ["halfPrice", "halfPriceChecked", "addons", "addonsAmount", "discountCode", "discount"];
    expect(heads.map((head) => of(`sheet.${head}`))).toEqual(heads.map(() => null));
    expect(children).toEqual([null, null, null]);
  }
});
