import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import { listCities } from "./rules";
import { orThrow } from "../../platform/supabase/or-throw";

export type CityChange = {
  change: "add" | "update" | "remove" | "keep";
  ibge_code: number;
  name: string;
  detail: string;
};

/** Compares the cities of a state with the IBGE list; with `isRun` applies the changes. */
export async function installCities(state: string, isRun: boolean): Promise<CityChange[]> {
  const listed = listCities().filter(({ state_abbr }) => state_abbr === state);
  const data = orThrow(
    await (await createSessionClient()).rpc("install_cities", { of_state: state, listed, is_run: isRun }),
    { "42501": "access.permission" },
  );
  return data as CityChange[];
}
