import { describe, expect, it } from "vitest";
import { apiCsv, signatureOf } from "./service";

describe("a CSV file of the API", () => {
  it("has the columns of the token, and texts that a spreadsheet would compute with a quote", () => {
    const rows = [
      {
        id: "1",
        name: "=HYPERLINK(1)",
        people: 2,
        club: null,
        companions: ["Ana", "+Bia"],
        vehicles: [
          { model: "Fusca", make: "VW", year: 1972 },
          { make: "Ford", model: "Corcel", year: 1975, color: "azul" },
        ],
        phone: "+55 48 99999-0000",
      },
    ];
    expect(apiCsv(["id", "name", "people", "club", "companions", "vehicles", "phone"], rows)).toBe(
      "id,name,people,club,companions,vehicles,phone\r\n" +
        "1,'=HYPERLINK(1),2,,Ana; +Bia,VW Fusca 1972; Ford Corcel 1975 azul,'+55 48 99999-0000\r\n",
    );
  });

  it("quotes a list whose first item a spreadsheet would compute", () => {
    expect(apiCsv(["companions"], [{ companions: ["=1", "Ana"] }])).toBe("companions\r\n'=1; Ana\r\n");
  });

  it("has its heads without rows", () => expect(apiCsv(["id", "code"], [])).toBe("id,code\r\n"));
});

describe("the signature of a delivery", () => {
  it("is HMAC-SHA256 over timestamp and body", () => {
    // printf '1700000000.{"id":"1"}' | openssl dgst -sha256 -hmac segredo
    expect(signatureOf("segredo", "1700000000", '{"id":"1"}')).toBe(
      "sha256=751c209442f96ba4deef4cb1fb3493c83788fa4a5d3459231109ad10eb81ada3",
    );
  });

  it("differs for another time, body or secret", () => {
    const signatures = [
      signatureOf("a", "1", "x"),
      signatureOf("a", "2", "x"),
      signatureOf("a", "1", "y"),
      signatureOf("b", "1", "x"),
    ];
    expect(new Set(signatures).size).toBe(4);
  });
});
