import { expect, it } from "vitest";
import { refundSchema } from "./schema";

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
