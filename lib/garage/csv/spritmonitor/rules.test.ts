import { expect, it } from "vitest";
import { readCsv } from "../files/rules";
import type { Reading } from "../rules";

const read = (text: string, given: Reading = { order: "dmy", sign: null }) => readCsv(text, given);

it("reads a file of Spritmonitor and keeps amounts in euros out of the costs", () => {
  const text = `Datum;Km-Stand;Teil-Km;Spritmenge;Kosten;Währung;Tankart;Reifen;Strecken;Fahrweise;Kraftstoff;Bemerkung;Verbrauch;BC-Verbrauch;BC-Spritmenge;BC-Geschwindigkeit;Tankstelle;Land;Großraum;Ort
03.03.2026;10.000,00;500,00;50,00;87,50;EUR;1;;;0;1;voll;;;;;Shell;D;;Lages
02.02.2026;9500,00;500,00;40,00;210,75;BRL;2;;;0;1;;;;;;;BR;;
`;
  const file = read(text)!;
  expect(file.format).toBe("spritmonitor");
  expect(file.lines[0]?.entry).toMatchObject({
    on_date: "2026-03-03",
    reading_km: 10_000,
    litres: 50,
    is_full: true,
    total_cents: null,
    notes: "voll · 87,50 EUR",
    place: "Shell, Lages",
  });
  expect(file.lines[1]?.entry).toMatchObject({ is_full: false, total_cents: 21_075 });
  expect(file.findings).toMatchObject([
    { effect: "left", reason: "column", places: [{ element: "kraftstoff" }, { element: "land" }] },
    { reason: "field", count: 1 },
    { reason: "fuel", count: 2 },
  ]);
});
