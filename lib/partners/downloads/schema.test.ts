import { describe, expect, it } from "vitest";
import { downloadSchema } from "./schema";

const problemsOf = (phone: string): string[] => {
  const voucher = "6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b";
  const read = downloadSchema.safeParse({
    voucher,
    idempotency_key: voucher,
    guest: { guest_name: "Ana Souza", guest_phone: phone },
  });
  return read.success ? [] : read.error.issues.map(({ message }) => message);
};

describe("the phone of a guest", () => {
  it.each([
    ["48 99999-0000", []],
    ["+55 55 99999-0000", []],
    ["+1 305 555 0100", []],
    ["55 99999-0000", ["phoneCountry"]],
    ["55 3222-0000", ["phoneCountry"]],
    ["1234", ["phone"]],
  ])("%s has the problems %j", (phone, problems) => {
    expect(problemsOf(phone)).toEqual(problems);
  });
});
