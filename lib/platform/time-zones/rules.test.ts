import { municipios } from "municipios-brasil/dados";
import { expect, it } from "vitest";
import { offsetAt } from "../dates";
import { timeZoneOf } from "./rules";

it.each([
  ["SC", 4209300, "America/Sao_Paulo", "-03:00"],
  ["PE", 2611606, "America/Recife", "-03:00"],
  ["PE", 2605459, "America/Noronha", "-02:00"],
  ["AM", 1302603, "America/Manaus", "-04:00"],
  ["AM", 1304062, "America/Eirunepe", "-05:00"],
  ["AC", 1200401, "America/Rio_Branco", "-05:00"],
  ["MT", 5103403, "America/Cuiaba", "-04:00"],
])("%s %i is in %s, %s", (state, ibge, zone, offset) => {
  expect(timeZoneOf(state, ibge)).toBe(zone);
  expect(offsetAt(new Date("2026-12-05T12:00:00Z"), zone)).toBe(offset);
});

it("a state without a municipality has the time zone of its capital", () => {
  expect([timeZoneOf("AM"), timeZoneOf("PE", null), timeZoneOf("DF")]).toEqual([
    "America/Manaus",
    "America/Recife",
    "America/Sao_Paulo",
  ]);
});

it("every municipality has the offset of the list of municipalities", () => {
  const day = new Date("2026-06-15T12:00:00Z");
  const offsets = new Map<string, string>();
  const offsetOf = (zone: string) => offsets.get(zone) ?? offsets.set(zone, offsetAt(day, zone)).get(zone);
  const wrong = municipios.filter(
    ({ uf, codigoIbge, fusoHorario }) => offsetOf(timeZoneOf(uf, codigoIbge)) !== offsetOf(fusoHorario),
  );
  expect(municipios.length).toBeGreaterThan(5500);
  expect(wrong.map(({ nome }) => nome)).toEqual([]);
});
