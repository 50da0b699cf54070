import altitudes from "../../../../public/dados-abertos/gov/altitudes-datasus.json";
import { listCities } from "../../municipalities/rules";
import { Ground, type Seat } from "../ground/rules";

const METRES: Partial<Record<string, number>> = altitudes.metres;

const seats = (): Seat[] =>
  listCities().map(({ ibge_code, lat, lng, is_capital }) => ({
    lat,
    lng,
    isCapital: is_capital,
    metres: METRES[String(ibge_code)] ?? null,
  }));

let brazil: Ground | null = null;

/** All municipalities of Brazil with the altitudes of DATASUS, indexed once per process. */
export function groundOfBrazil(): Ground {
  brazil ??= new Ground(seats());
  return brazil;
}
