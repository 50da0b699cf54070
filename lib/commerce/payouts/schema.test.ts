import { expect, it } from "vitest";
import { payoutSchema } from "./schema";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const FORM = {
  request_id: ID,
  event: ID,
  cents: "1.250,50",
  on_day: "2026-01-02",
  destination: " Pix  clube@example.org ",
  reference: "E123",
};

it("reads the amount in reais and texts of one line", () => {
  expect(payoutSchema.parse(FORM)).toEqual({ ...FORM, cents: 125_050, destination: "Pix clube@example.org" });
});

it.each([
  { cents: "" },
  { cents: "0" },
  { cents: "-1" },
  { cents: "abc" },
  { cents: "9999999" },
  { on_day: "2999-01-01" },
  { destination: " " },
  { reference: "" },
])("refuses %j", (wrong) => expect(payoutSchema.safeParse({ ...FORM, ...wrong }).success).toBe(false));
