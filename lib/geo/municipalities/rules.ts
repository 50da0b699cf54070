import { municipios } from "municipios-brasil/dados";
import { slugOf } from "../../platform/slug";
import corrected from "./seats.json";

/** Positions of a second source, where the list is more than 5 km from the town and the second source is in it. */
const SEATS: Readonly<Record<string, number[] | undefined>> = corrected.seats;

export type City = {
  ibge_code: number;
  name: string;
  slug: string;
  state_abbr: string;
  lat: number;
  lng: number;
  is_capital: boolean;
};

/** IBGE spelling of names that the package writes differently. */
const NAMES = new Map([[4209607, "Lauro Müller"]]);

/** Every municipality of the IBGE list with a slug unique in its state; a repeated name gets the IBGE code as suffix. */
export function listCities(): City[] {
  const taken = new Set<string>();
  return municipios
    .toSorted((a, b) => a.codigoIbge - b.codigoIbge)
    .map((city) => {
      const plain = slugOf(city.nome);
      const slug = taken.has(`${city.uf}/${plain}`) ? `${plain}-${city.codigoIbge}` : plain;
      taken.add(`${city.uf}/${slug}`);
      const [lat, lng] = SEATS[city.codigoIbge] ?? [city.latitude, city.longitude];
      return {
        ibge_code: city.codigoIbge,
        name: NAMES.get(city.codigoIbge) ?? city.nome,
        slug,
        state_abbr: city.uf,
        lat: lat!,
        lng: lng!,
        is_capital: city.capital,
      };
    });
}

let names: ReadonlyMap<number, string> | undefined;

/** Name of a municipality by its IBGE code. */
export function townName(code: number | null): string | undefined {
  names ??= new Map(listCities().map(({ ibge_code, name }) => [ibge_code, name]));
  return code === null ? undefined : names.get(code);
}
