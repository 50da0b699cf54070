import { expect, it } from "vitest";
import { eventFeeForm, refundSchema } from "./schema";

const amountOf = (amount: string) =>
  refundSchema.safeParse({ id: "00000000-0000-4000-8000-000000000001", reason: "Pago duas vezes", amount }).data
    ?.amount;

it.each([
  ["", null],
  ["25,5", 2550],
  ["25.50", 2550],
  ["1.250,00", 125_000],
  ["R$ 80", 8000],
  ["-5", undefined],
  ["25,5050", undefined],
  ["99999999", undefined],
])("the typed amount %j of a refund is %j cents", (typed, cents) => expect(amountOf(typed)).toBe(cents));

it.each([
  [
    { percent: "5,5", fixed: "1,50" },
    { percent_bp: 550, fixed_cents: 150 },
  ],
  [
    { percent: "", fixed: "" },
    { percent_bp: 0, fixed_cents: 0 },
  ],
  [
    { percent: "100", fixed: "0" },
    { percent_bp: 10_000, fixed_cents: 0 },
  ],
  [{ percent: "100,01", fixed: "0" }, undefined],
  [{ percent: "5", fixed: "10000" }, undefined],
])("the typed fee %j is %j", (typed, fee) => expect(eventFeeForm.safeParse(typed).data).toEqual(fee));
