import { expect, it } from "vitest";
import { greatCircleKm } from "../geo/rules";
import { listCities } from "./rules";

it.each([
  [1301159, "Careiro da Várzea", -3.1974, -59.8263],
  [1505551, "Pau d'Arco", -7.8368, -50.0483],
  [1721000, "Palmas", -10.1633, -48.351],
])("%i %s is at the corrected seat", (code, _name, lat, lng) => {
  const city = listCities().find(({ ibge_code }) => ibge_code === code);
  expect(greatCircleKm({ lat, lng }, city!)).toBeLessThan(0.1);
});
