import { describe, expect, it } from "vitest";
import {
  isCountryUnclear,
  whatsappAddress,
  whatsappLink,
  whatsappMessage,
  whatsappNumber,
  whatsappShare,
  withoutTrunkPrefix,
} from "./whatsapp";

describe("whatsappNumber", () => {
  it.each([
    // typed, number of a sale (specification), number anywhere else
    ["(48) 99999-0000", "5548999990000", "5548999990000"],
    ["+55 48 99999-0000", "5548999990000", "5548999990000"],
    ["5548999990000", "5548999990000", "5548999990000"],
    ["999990000", "999990000", "999990000"],
    ["4833330000", "554833330000", "554833330000"],
    ["048 99999-0000", "55048999990000", "55048999990000"],
    ["1 415 555 2671", "5514155552671", "5514155552671"],
    ["351912345678", "55351912345678", "55351912345678"],
    ["+1 415 555 2671", "5514155552671", "14155552671"],
    ["(+1) 415 555 2671", "5514155552671", "14155552671"],
    ["+351 912 345 678", "55351912345678", "351912345678"],
    ["00351 912 345 678", "5500351912345678", "351912345678"],
    ["00 55 48 99999-0000", "55005548999990000", "5548999990000"],
    ["+598 99 123 456", "5559899123456", "59899123456"],
    ["(55) 99988-7766", "55999887766", "55999887766"],
    ["(55) 3222-1100", "5532221100", "5532221100"],
    ["+55 (55) 99988-7766", "5555999887766", "5555999887766"],
    ["", "", ""],
  ])("%s becomes %s in a sale and %s elsewhere", (phone, ofSale, elsewhere) => {
    expect(whatsappNumber(phone, { isSale: true })).toBe(ofSale);
    expect(whatsappNumber(phone)).toBe(elsewhere);
  });
});

describe("isCountryUnclear", () => {
  it.each([
    ["(55) 99988-7766", true],
    ["55 3222-1100", true],
    ["+55 55 99988-7766", false],
    ["+55 99988-7766", false],
    ["0055 55 99988-7766", false],
    ["5555999887766", false],
    ["(48) 99999-0000", false],
    ["559998877", false],
  ])("%s: %s", (phone, isUnclear) => expect(isCountryUnclear(phone)).toBe(isUnclear));
});

describe("withoutTrunkPrefix", () => {
  it.each([
    ["(048) 99999-0000", "(48) 99999-0000"],
    ["048 3333-0000", "48 3333-0000"],
    ["0800 701 1234", "0800 701 1234"],
    ["00351 912 345 678", "00351 912 345 678"],
    ["(48) 99999-0000", "(48) 99999-0000"],
  ])("%s becomes %s", (phone, result) => expect(withoutTrunkPrefix(phone)).toBe(result));
});

describe("whatsappAddress", () => {
  it("contains the whole message", () =>
    expect(whatsappAddress("48999990000", "Olá & até já")).toBe(
      "https://wa.me/5548999990000?text=Ol%C3%A1%20%26%20at%C3%A9%20j%C3%A1",
    ));
  it("has no text parameter without a message", () =>
    expect(whatsappAddress("48999990000")).toBe("https://wa.me/5548999990000"));
  it("adds Brazil's code to a foreign number of a sale", () =>
    expect(whatsappAddress("+1 415 555 2671", "", { isSale: true })).toBe("https://wa.me/5514155552671"));
});

it("whatsappLink uses a complete number without a change", () =>
  expect(whatsappLink("59899123456")).toBe("https://wa.me/59899123456"));
it("whatsappShare has no number", () => expect(whatsappShare("Olá")).toBe("https://wa.me/?text=Ol%C3%A1"));
it("whatsappMessage asks for the recipient without a number", () => {
  expect(whatsappMessage("48999990000", "Olá")).toBe("https://wa.me/5548999990000?text=Ol%C3%A1");
  expect(whatsappMessage(null, "Olá")).toBe("https://wa.me/?text=Ol%C3%A1");
  expect(whatsappMessage("", "Olá")).toBe("https://wa.me/?text=Ol%C3%A1");
});
