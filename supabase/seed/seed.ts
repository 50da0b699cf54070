import type { Sql } from "postgres";
import { citiesStep, listCities } from "./cities";
import { readContentFiles } from "./content-files";
import { rowsOfContent } from "./content-rows";
import { contentStep } from "./content";
import { settingsStep } from "./settings";
import { runStep, type Log } from "./step";

/**
 * Fills an empty database with the guide's first content and refreshes it when the files change.
 * Each step is one transaction, skipped while the hash of its input stands in `private.seed_state`. It never
 * undoes an editor: `private.seeded_rows` keeps the `updated_at` the seed left on a route or state text, and a
 * row that shows another time, was made by hand or was deleted stays as it is.
 */
export async function seed(sql: Sql, log: Log): Promise<void> {
  const cities = listCities();
  const cityByCode = new Map(cities.map((city) => [city.ibge_code, city]));
  const contents = readContentFiles();
  await runStep(sql, citiesStep(cities), log);
  await runStep(sql, settingsStep, log);
  for (const content of contents) await runStep(sql, contentStep(rowsOfContent(content, cityByCode)), log);
}
