import type { City } from "../../lib/geo/municipalities/rules";
import type { Step } from "./step";

/** Adds missing municipalities; existing rows are not changed, because editors may have edited them. */
export function citiesStep(cities: City[]): Step {
  return {
    key: "cities",
    title: "municípios",
    input: cities,
    write: async (tx) => {
      const { count } = await tx`
        insert into public.cities (ibge_code, name, slug, state_abbr, lat, lng, is_capital)
        select ibge_code, name, slug, state_abbr, lat, lng, is_capital
        from jsonb_to_recordset(${tx.json(cities)}) as city (
          ibge_code integer, name text, slug text, state_abbr text,
          lat double precision, lng double precision, is_capital boolean
        )
        on conflict do nothing`;
      return `${count} municípios incluídos`;
    },
  };
}
