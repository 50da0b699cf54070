import { describe, expect, it } from "vitest";
import { whatsappAddress, whatsappLink, whatsappNumber, whatsappShare } from "./whatsapp";

describe("whatsappNumber", () => {
  it.each([
    ["(48) 99999-0000", "5548999990000"],
    ["+55 48 99999-0000", "5548999990000"],
    ["5548999990000", "5548999990000"],
    ["999990000", "999990000"],
    ["4833330000", "554833330000"],
    ["(55) 99988-7766", "5555999887766"],
    ["(55) 3222-1100", "555532221100"],
    ["+55 (55) 99988-7766", "5555999887766"],
    ["+1 202 555 0147 99", "551202555014799"],
    ["", ""],
  ])("%s becomes %s", (phone, number) => expect(whatsappNumber(phone)).toBe(number));
});

describe("whatsappAddress", () => {
  it("contains the whole message", () =>
    expect(whatsappAddress("48999990000", "Olá & até já")).toBe(
      "https://wa.me/5548999990000?text=Ol%C3%A1%20%26%20at%C3%A9%20j%C3%A1",
    ));
  it("has no text parameter without a message", () =>
    expect(whatsappAddress("48999990000")).toBe("https://wa.me/5548999990000"));
});

it("whatsappLink uses a complete number without a change", () =>
  expect(whatsappLink("59899123456")).toBe("https://wa.me/59899123456"));
it("whatsappShare has no number", () => expect(whatsappShare("Olá")).toBe("https://wa.me/?text=Ol%C3%A1"));
