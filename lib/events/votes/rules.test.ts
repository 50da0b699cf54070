import { describe, expect, it } from "vitest";
import { ticketOf, tiedPlaces } from "./rules";

const ID = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";
const TOKEN = "Aa0_-".padEnd(43, "x");

describe("a pasted ticket", () => {
  it.each([
    TOKEN,
    ` ${TOKEN}\n`,
    `https://portal.example/eventos/inscricao/${TOKEN}/cracha`,
    `https://portal.example/en/eventos/inscricao/${TOKEN}/cracha?tamanho=card#topo`,
    `https://portal.example/eventos/inscricao/status/${TOKEN}`,
  ])("%j is the link of a registration", (text) => expect(ticketOf(text)).toEqual({ link: TOKEN }));

  it("is a registration with the address of the badge that its signed-in owner opens", () => {
    expect(ticketOf(`https://portal.example/eventos/inscricao/${ID}/cracha`)).toEqual({ registration: ID });
  });

  it.each([`LCE1${"A".repeat(162)}`, "", "AB12CD34", ID, "https://portal.example/eventos/inscricao/"])(
    "%j is read as the text of a QR code",
    (text) => expect(ticketOf(text)).toEqual({ code: text }),
  );
});

describe("places of the result", () => {
  it("are tied when several cars have the same", () => {
    const places = [1, 2, 2, 4, 5, 5, 5].map((place) => ({ place }));
    expect([...tiedPlaces(places)]).toEqual([2, 5]);
  });
});
