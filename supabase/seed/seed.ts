import type { Sql } from "postgres";
import { listCities } from "../../lib/municipalities/rules";
import { citiesStep } from "./cities";
import { cityTextsStep } from "./city-texts";
import { readContentFiles } from "./content-files";
import { rowsOfContent } from "./content-rows";
import { contentStep } from "./content";
import { editorialSteps } from "./editorial";
import { readExtra } from "./extra-files";
import { stateExtraSchema, type StateExtra } from "./extra-schema";
import { placeSteps } from "./places";
import { settingsStep } from "./settings";
import { runStep, type Log, type Step } from "./step";
import { websiteSteps } from "./website-pages";

/**
 * Fills an empty database with the guide's first content and refreshes it when the files change.
 * Each step is one transaction, skipped while the hash of its input stands in `private.seed_state`. It never
 * undoes an editor: `private.seeded_rows` keeps the `updated_at` the seed left on a row, and a row that shows
 * another time, was made by hand or was deleted stays as it is.
 */
export async function seed(sql: Sql, log: Log): Promise<void> {
  for (const step of listSteps()) await runStep(sql, step, log);
}

function listSteps(): Step[] {
  const cities = listCities();
  const cityByCode = new Map(cities.map((city) => [city.ibge_code, city]));
  const contents = readContentFiles();
  const extras = new Map<string, StateExtra>();
  for (const { state } of contents) {
    const extra = readExtra(state.abbr.toLowerCase(), stateExtraSchema);
    if (extra) extras.set(state.abbr, extra);
  }
  return [
    citiesStep(cities),
    settingsStep,
    ...contents.map((content) => contentStep(rowsOfContent(content, cityByCode, extras.get(content.state.abbr)))),
    cityTextsStep(extras, cityByCode),
    ...placeSteps(),
    ...editorialSteps(),
    ...websiteSteps(),
  ];
}
