import { describe, expect, it } from "vitest";
import { strangerLine, withoutAddresses } from "./rules";

const NAME = 60;

describe("a name keeps what honest people write", () => {
  it.each([
    "João D'Ávila Jr.",
    "Fusca 1.6",
    "Dr. José",
    "Dra. Ana Lúcia",
    "J.R.R. Tolkien",
    "Maria de Lourdes S. Prado",
    "Clube V.W. Sul",
    "Opala 4.1/S",
    "1º Encontro de Fuscas",
    "Ana & Bia",
    "Zé do Opala – Lages/SC",
    "O'Connor",
    "Nguyễn Thị Minh",
    "Иван Петров",
    "R. XV de Novembro, 10, Lages - SC",
    "Av. JK",
    "Auto Peças Ltda.",
    "Encontro · Serra",
    "Encontro: 10h às 18h",
    "M. Silva",
  ])("%s", (name) => expect(strangerLine(name, NAME)).toBe(name));

  it("separates an abbreviation from the name after it", () => {
    expect(strangerLine("Dr.José", NAME)).toBe("Dr. José");
    expect(strangerLine("Maria.José", NAME)).toBe("Maria. José");
  });
});

describe("a name loses addresses of other sites and what looks like one", () => {
  it.each([
    ["https://evil.example/premio", ""],
    ["Ana http://evil.example", "Ana"],
    ["Acesse HTTPS://EVIL.EXAMPLE e ganhe", "Acesse e ganhe"],
    ["evil.example/premio", ""],
    ["Ganhe em evil.com.br hoje", "Ganhe em hoje"],
    ["www.x", ""],
    ["WWW . evil . com", ""],
    ["evil . com", ""],
    ["Ana evil .com", "Ana"],
    ["Ana evil. com", "Ana"],
    ["Evil . Com", ""],
    ["evil．com", ""],
    ["evil。example", ""],
    ["evil․com", ""],
    ["evil·com", ""],
    ["ｅｖｉｌ．ｃｏｍ", ""],
    ["evil.cоm", ""],
    ["EVIL.COM", ""],
    ["Evil.Com", ""],
    ["bit.ly/abc", ""],
    ["ana@evil.example", ""],
    ["evil[.]com", ""],
    ["evil (ponto) com", ""],
    ["xn--80ak6aa92e.com", ""],
    ["192.168.0.1/x", ""],
    ["evil.\u200Bcom", ""],
    ["evil\u202E.com", ""],
    ["Ana\r\nevil.example", "Ana"],
    ["hxxp://evil", ""],
  ])("%j becomes %j", (name, kept) => expect(strangerLine(name, NAME)).toBe(kept));
});

it("shortens a name to 60 characters and puts it on one line", () => {
  const line = strangerLine(`Ganhou um premio!\n\nConfirme o seu cartao hoje ${"mesmo ".repeat(20)}`, NAME);
  expect(line).toHaveLength(NAME);
  expect(line).toMatch(/^Ganhou um premio! Confirme o seu cartao hoje .*…$/u);
});

it("keeps the line breaks of a longer text", () => {
  expect(withoutAddresses("Abre domingo?\nVeja evil.example\nObrigado")).toBe("Abre domingo?\nVeja \nObrigado");
});
