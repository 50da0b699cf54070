import { describe, expect, it } from "vitest";
import { contactAddress, fillContacts, fillContactsPlainly, withoutEmptyContacts } from "./rules";

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

describe("withoutEmptyContacts", () => {
  const onlyMail = { contact_email: "oi@exemplo.com", contact_phone: "", company_legal_line: " " };

  it.each([
    ["E-mail: {{contact_email}}. Telefone: {{contact_phone}}.", "E-mail: {{contact_email}}."],
    ["Mantido por {{company_legal_line}}. Escrito por gente.", "Escrito por gente."],
    ["Ligue para {{contact_phone}}.\n\n{{company_legal_line}}", ""],
    ["- um.\n- dois.\n\n{{contact_phone}}", "- um.\n- dois."],
    ["sem nada", "sem nada"],
  ])("%j", (text, expected) => {
    expect(withoutEmptyContacts(text, onlyMail)).toBe(expected);
  });

  it("fills the other contacts as plain text", () => {
    expect(fillContactsPlainly("Escreva para {{contact_email}}. Ligue {{contact_phone}}.", onlyMail)).toBe(
      "Escreva para oi@exemplo.com.",
    );
  });
});
