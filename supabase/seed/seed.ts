import type { Sql } from "postgres";
import { listCities } from "../../lib/geo/municipalities/rules";
import { citiesStep } from "./cities";
import { cityTextsStep } from "./city-texts";
import { rowsOfContent } from "./content-rows";
import { contentStep } from "./content";
import { editorialSteps } from "./editorial";
import { readExtra } from "./extra-files";
import { cobblesSchema, stateExtraSchema, type StateExtra } from "./extra-schema";
import { mapPlacesStep } from "./map-places";
import { placeSteps } from "./places";
import { plansStep } from "./plans";
import { readRouteLegs } from "./route-legs";
import { settingsStep } from "./settings";
import { runStep, type Log, type Step } from "./step";
import { readPlacedContent } from "./stop-positions";
import { websiteSteps } from "./website-pages";

/**
 * Seeds an empty database and updates it when the content files change. Each step is one transaction, skipped while the
 * hash of its input is in `private.seed_state`. Editors' changes are kept: `private.seeded_rows` stores the `updated_at`
 * of each seeded row, and rows with another time, created manually or deleted are not written.
 */
export async function seed(sql: Sql, log: Log): Promise<void> {
  for (const step of listSteps()) await runStep(sql, step, log);
}

function listSteps(): Step[] {
  const cities = listCities();
  const cityByCode = new Map(cities.map((city) => [city.ibge_code, city]));
  const contents = readPlacedContent();
  const legs = readRouteLegs();
  const cobbles = readExtra("cobbles", cobblesSchema) ?? {};
  const extras = new Map<string, StateExtra>();
  for (const { state } of contents) {
    const extra = readExtra(state.abbr.toLowerCase(), stateExtraSchema);
    if (extra) extras.set(state.abbr, extra);
  }
  return [
    citiesStep(cities),
    settingsStep,
    plansStep,
    ...contents.map((content) =>
      contentStep(rowsOfContent(content, cityByCode, extras.get(content.state.abbr), cobbles), legs),
    ),
    cityTextsStep(extras, cityByCode),
    ...placeSteps(),
    mapPlacesStep(cityByCode),
    ...editorialSteps(),
    ...websiteSteps(),
  ];
}
