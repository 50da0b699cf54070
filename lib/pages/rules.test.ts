import { describe, expect, it } from "vitest";
import { fillContacts, contactAddress } from "./rules";

const SETTINGS = {
  contact_email: "oi@exemplo.com",
  contact_phone: "+55 (48) 99999-1234",
  company_legal_line: "Clube *Azul* Ltda.",
};

describe("fillContacts", () => {
  it.each([
    ["Escreva para {{contact_email}}.", "Escreva para [oi@exemplo.com](mailto:oi@exemplo.com)."],
    ["{{contact_phone}}", "[+55 (48) 99999-1234](tel:+5548999991234)"],
    ["Mantido por {{company_legal_line}}", "Mantido por Clube \\*Azul\\* Ltda."],
    ["{{unknown}} e {{contact_email}}", "(a informar) e [oi@exemplo.com](mailto:oi@exemplo.com)"],
    ["sem nada", "sem nada"],
  ])("%s", (text, expected) => {
    expect(fillContacts(text, SETTINGS, "(a informar)")).toBe(expected);
  });

  it("uses the replacement text for an empty setting", () => {
    const empty = { contact_email: "", contact_phone: "", company_legal_line: "" };
    expect(fillContacts("E-mail: {{contact_email}}", empty, "(a informar)")).toBe("E-mail: (a informar)");
  });
});

describe("contactAddress", () => {
  it.each([
    ["+55 (48) 99999-1234", "https://wa.me/5548999991234?text=Ol%C3%A1%20a%20todos"],
    ["+55 (00) 0000-0000", null],
    ["", null],
    ["123", null],
  ])("of %s is %s", (phone, expected) => {
    expect(contactAddress(phone, "Olá a todos")).toBe(expected);
  });
});
