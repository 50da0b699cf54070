import { expect, it } from "vitest";
import type { Field } from "@/lib/panel/admin/resource";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import { messagesOf } from "@/tests/support/messages";
import { fieldText } from "./field-value";

const texts = messagesOf("pt-BR");
const labels = labelsOf(
  Object.assign((key: string) => texts.get(`panel/records.${key}`) ?? key, {
    has: (key: string) => texts.has(`panel/records.${key}`),
  }),
);
const shown = (field: Field, value: unknown) =>
  fieldText({ field, name: field.name, value, labels, locale: "pt-BR" }).replace(/\s/g, " ");

it.each<[Field, unknown, string]>([
  [{ name: "attributes", kind: "attributes" }, {}, "—"],
  [{ name: "attributes", kind: "attributes" }, { gated: true, makes: ["Ford"] }, "Pátio fechado, Ford"],
  [{ name: "attributes", kind: "attributes" }, { gated: false }, "—"],
  [{ name: "coordinates", kind: "coordinates" }, { lat: -27.5, lng: -48 }, "-27.5, -48"],
  [{ name: "price", kind: "number", decimals: 2, isPrice: true }, 199.9, "R$ 199,90"],
  [{ name: "status", kind: "choice", options: ["draft"] }, "draft", "Rascunho"],
])("%j with %j is %s", (field, value, text) => expect(shown(field, value)).toBe(text));

it("a week of opening hours is shown by day", () => {
  const hours = {
    mon: [
      ["08:00", "12:00"],
      ["14:00", "18:00"],
    ],
    sat: [["08:00", "12:00"]],
  };
  expect(shown({ name: "opening_hours", kind: "hours" }, hours)).toMatch(
    /^segunda-feira 08:00–12:00, 14:00–18:00; sábado 08:00–12:00$/i,
  );
});
