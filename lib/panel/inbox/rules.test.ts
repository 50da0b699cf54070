import { describe, expect, it } from "vitest";
import { INBOX, type Fact } from "./rules";
import { factLinks } from "./facts/rules";

const PLACE: Fact[] = [
  ["state_abbr", "SC"],
  ["city", "Lages"],
];
const hrefs = (name: string, text: string) => factLinks([name, text], PLACE).map(({ kind, href }) => `${kind} ${href}`);

describe("factLinks", () => {
  it.each([
    [
      "address",
      "Rua A, 10",
      ["map https://www.google.com/maps/search/?api=1&query=Rua%20A%2C%2010%2C%20Lages%2C%20SC"],
    ],
    ["pin", "-27.5, -50.1", ["map https://www.google.com/maps/search/?api=1&query=-27.5%2C%20-50.1"]],
    ["phone", "(49) 3222-0000", ["phone tel:+554932220000", "whatsapp https://wa.me/554932220000"]],
    ["requester_phone", "+598 99 123 456", ["phone tel:+59899123456", "whatsapp https://wa.me/59899123456"]],
    ["phone", "190", ["phone tel:190"]],
    ["phone", "liga pra mim", []],
    ["requester_email", "ana@example.org", ["mail mailto:ana@example.org"]],
    ["contact", "ana@example.org", ["mail mailto:ana@example.org"]],
    ["contact", "49 99999-0000", ["phone tel:+5549999990000", "whatsapp https://wa.me/5549999990000"]],
    ["website", "https://example.org", ["web https://example.org"]],
    ["website", "javascript:alert(1)", []],
    ["instagram", "@museu.lages", ["web https://www.instagram.com/museu.lages"]],
    ["answer_link", "https://example.org/painel", ["web https://example.org/painel"]],
    ["email", "a@b?bcc=eva", []],
    ["description", "https://example.org", []],
    ["requester_name", "190", []],
  ])("%s '%s' has the links %j", (name, text, expected) => {
    expect(hrefs(name, text)).toEqual(expected);
  });
});

it("an application of a seller shows the commission that an approval starts with", () => {
  expect(INBOX.seller.facts({ document: "52998224725", commission_percentage: 12.5, states: [] })).toContainEqual([
    "first_commission",
    "12.5%",
  ]);
});
