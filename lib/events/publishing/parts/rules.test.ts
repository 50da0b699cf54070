import { describe, expect, it } from "vitest";
import { kindValues, nestedForm, questionRow, rowsOf, standSeries, standValues, withRow } from "./rules";
import { kindSchema, standsSchema, storedKind } from "./schema";

const KIND = storedKind.parse({
  id: "7d1c4b2e-5a6f-4c3d-8e9f-001122334455",
  kind: "expositor",
  name: "Expositor",
  price_cents: 5000,
  price_steps: [{ starts_at: "2027-03-01T03:00:00Z", price_cents: 7050 }],
  capacity: null,
  requires_approval: true,
  has_waiting_list: false,
  chooses_stand: false,
  allows_several: true,
  max_vehicles: 3,
  max_companions: 0,
  required_documents: ["identity", "cnh"],
  classes: ["Nacional", "Importado"],
  opens_at: null,
  closes_at: "2027-03-20T02:59:00Z",
  edit_until: null,
  questions: [
    { name: "lado", kind: "choice", label: "Lado", options: ["A", "B"], options_en: ["1", "2"], required: true },
  ],
});

const nested = (values: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return nestedForm(form);
};

describe("a kind of registration", () => {
  it("is the same after it was shown and read", () => {
    const { kinds } = nested(kindValues("kinds.0", KIND, "America/Sao_Paulo")) as { kinds: unknown[] };
    const read = kindSchema.parse(kinds[0]);
    expect(read).toMatchObject({
      id: KIND.id,
      price_cents: 5000,
      price_steps: [{ starts_at: "2027-03-01T00:00", price_cents: 7050 }],
      requires_approval: true,
      has_waiting_list: false,
      allows_several: true,
      max_vehicles: 3,
      max_companions: 0,
      required_documents: ["identity", "cnh"],
      classes: ["Nacional", "Importado"],
      closes_at: "2027-03-19T23:59",
    });
    expect(read.questions.map(questionRow)).toEqual([
      { name: "lado", kind: "choice", label: "Lado", options: ["A", "B"], options_en: ["1", "2"], required: true },
    ]);
  });

  it("keeps no options of a question that is no choice any more", () => {
    const form = { kind: "text", label: "Lado", options: "A\nB" };
    const { questions } = kindSchema.parse({ kind: "publico", name: "P", questions: [form] });
    expect(questions.map(questionRow)).toEqual([{ kind: "text", label: "Lado" }]);
  });
});

it("a stand is the same after it was shown and read", () => {
  const stand = {
    label: "A1",
    area: "Norte",
    width_m: 3.5,
    depth_m: null,
    power_kva: 2,
    x: 10.25,
    y: 99,
    price_cents: 0,
  };
  const values = standValues("stands.0", { ...stand, kinds: ["food_truck"], is_taken: true });
  const { stands } = nested(values) as { stands: unknown[] };
  expect(standsSchema.parse(stands)).toEqual([{ ...stand, id: "", kinds: ["food_truck"] }]);
});

it("fields with the names of built-in properties change no object", () => {
  const read = nested({ "__proto__.polluted": "x", "kinds.constructor.prototype.polluted": "x" });
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(Object.keys(read)).toContain("kinds");
});

it("rows of a list keep their order and their fields below", () => {
  const rows = rowsOf(
    { "kinds.10.name": "B", "kinds.2.name": "A", "kinds.2.questions.0.label": "?", kinds: "x" },
    "kinds",
  );
  expect(rows).toEqual([
    { key: 2, values: { name: "A", "questions.0.label": "?" } },
    { key: 10, values: { name: "B" } },
  ]);
  expect(withRow(rows, {}).at(-1)).toEqual({ key: 11, values: {} });
});

it("a series of stands continues the numbers that exist, inside the plan", () => {
  const rows = standSeries([{ key: 0, values: { label: "A2" } }], "A", 12);
  const labels = rows.map(({ values }) => values.label);
  expect(labels.slice(0, 4)).toEqual(["A2", "A1", "A3", "A4"]);
  expect(new Set(labels).size).toBe(13);
  for (const { values } of rows.slice(1)) for (const at of [values.x, values.y]) expect(Number(at)).toBeGreaterThan(0);
  expect(Math.max(...rows.slice(1).map(({ values }) => Number(values.x)))).toBeLessThan(100);
});
