import extractDates from "../../geo/geo/extract-dates.json";

/** Where downloadable data comes from; `licenceUrl` is null where the source publishes no licence text of its own. */
export const DATA_SOURCES = {
  osm: {
    name: "© OpenStreetMap contributors, © OpenMapTiles",
    url: "https://www.openstreetmap.org/copyright",
    licence: "ODbL 1.0",
    licenceUrl: "https://opendatacommons.org/licenses/odbl/1-0/",
  },
  dnit: {
    name: "DNIT",
    url: "https://www.gov.br/dnit/",
    licence: "Decreto 8.777/2016, art. 4º",
    licenceUrl: "https://www.planalto.gov.br/ccivil_03/_ato2015-2018/2016/decreto/d8777.htm",
  },
  antt: {
    name: "ANTT",
    url: "https://dados.antt.gov.br/",
    licence: "CC BY",
    licenceUrl: "https://creativecommons.org/licenses/by/4.0/",
  },
  inmet: {
    name: "INMET",
    url: "https://portal.inmet.gov.br/",
    licence: "Decreto 8.777/2016, art. 4º",
    licenceUrl: "https://www.planalto.gov.br/ccivil_03/_ato2015-2018/2016/decreto/d8777.htm",
  },
  ibram: {
    name: "IBRAM, Cadastro Nacional de Museus",
    url: "https://www.gov.br/museus/",
    licence: "Decreto 8.777/2016, art. 4º",
    licenceUrl: "https://www.planalto.gov.br/ccivil_03/_ato2015-2018/2016/decreto/d8777.htm",
  },
  sesRs: {
    name: "SES-RS, CNES",
    url: "https://cnes.datasus.gov.br/",
    licence: "Decreto 8.777/2016, art. 4º",
    licenceUrl: "https://www.planalto.gov.br/ccivil_03/_ato2015-2018/2016/decreto/d8777.htm",
  },
  datasus: {
    name: "DATASUS (microdatasus)",
    url: "https://github.com/rfsaldanha/microdatasus",
    licence: "MIT",
    licenceUrl: "https://opensource.org/license/mit",
  },
} as const;
type DataSource = keyof typeof DATA_SOURCES;

export const DATA_GROUPS = ["osm", "gov"] as const;

export type DataFile = {
  group: (typeof DATA_GROUPS)[number];
  /** Key of its title in the messages. */
  key: string;
  /** Names in the folder of its group: the file, then its description. */
  names: readonly [string, ...string[]];
  source: DataSource;
  /** Dates of the data, oldest first; empty where the source names none. */
  dates: readonly string[];
};

/** Dates of the extracts that `npm run geo` read. */
const EXTRACT_DATES = [...new Set(Object.values(extractDates as Record<string, string>))].toSorted();

/**
 * Every file of `public/dados-abertos`, apart from the licences; `npm run roads`, `npm run geo` and `scripts/places.ts`
 * write them.
 */
export const DATA_FILES = [
  {
    group: "osm",
    key: "network",
    names: ["network.bin", "network.json"],
    source: "osm",
    dates: ["2021-08", "2025-11-19", "2026-09-12", ...EXTRACT_DATES],
  },
  {
    group: "osm",
    key: "legs",
    names: ["route-legs.json"],
    source: "osm",
    dates: ["2021-08", "2025-11-19", "2026-09-12"],
  },
  { group: "osm", key: "stops", names: ["stop-positions.json"], source: "osm", dates: ["2016-10-31", "2021-08"] },
  { group: "osm", key: "points", names: ["points.json"], source: "osm", dates: ["2021-08", ...EXTRACT_DATES] },
  { group: "osm", key: "places", names: ["places.json"], source: "osm", dates: ["2021-08", ...EXTRACT_DATES] },
  { group: "osm", key: "booths", names: ["toll-booths.json"], source: "osm", dates: ["2026-07-31"] },
  { group: "gov", key: "federal", names: ["network-dnit.bin", "network-dnit.json"], source: "dnit", dates: [] },
  { group: "gov", key: "tolls", names: ["tolls-antt.json"], source: "antt", dates: ["2026-07-31"] },
  { group: "gov", key: "cameras", names: ["radars-antt.json"], source: "antt", dates: ["2024-06"] },
  { group: "gov", key: "climate", names: ["climate-inmet.json"], source: "inmet", dates: ["1991", "2020"] },
  { group: "gov", key: "museums", names: ["museums-ibram.json"], source: "ibram", dates: ["2015-12"] },
  { group: "gov", key: "hospitals", names: ["hospitals-rs.json"], source: "sesRs", dates: ["2025-05"] },
  { group: "gov", key: "altitudes", names: ["altitudes-datasus.json"], source: "datasus", dates: [] },
] as const satisfies readonly DataFile[];

/** Address of a file, without locale prefix. */
export const dataPath = (group: string, name: string): string => `/dados-abertos/${group}/${name}`;
