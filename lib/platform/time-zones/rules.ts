import { TIME_ZONE } from "../dates";

/** Time zones of the states in tzdata; `private.zone_of_state` has the same table. */
const ZONES: Readonly<Record<string, string | undefined>> = {
  AC: "America/Rio_Branco",
  AL: "America/Maceio",
  AM: "America/Manaus",
  AP: "America/Belem",
  BA: "America/Bahia",
  CE: "America/Fortaleza",
  MA: "America/Fortaleza",
  MS: "America/Campo_Grande",
  MT: "America/Cuiaba",
  PA: "America/Belem",
  PB: "America/Fortaleza",
  PE: "America/Recife",
  PI: "America/Fortaleza",
  RN: "America/Fortaleza",
  RO: "America/Porto_Velho",
  RR: "America/Boa_Vista",
  SE: "America/Maceio",
  TO: "America/Araguaina",
};

/** Municipalities of Amazonas in the time of Acre, two hours behind Brasília (Lei 12.876/2013). */
const WESTERN_AMAZONAS = [
  1300201, 1300607, 1300706, 1301407, 1301506, 1301654, 1301803, 1301951, 1302306, 1302405, 1303502, 1303908, 1304062,
];
const FERNANDO_DE_NORONHA = 2605459;

/** Municipalities with another time zone than their state, by IBGE code; `private.zone_of_town` has the same table. */
const TOWN_ZONES = new Map<number, string>([
  [FERNANDO_DE_NORONHA, "America/Noronha"],
  ...WESTERN_AMAZONAS.map((ibge) => [ibge, "America/Eirunepe"] as const),
]);

/** Time zone of a municipality, or of its state when the municipality is not known. */
export const timeZoneOf = (state: string, municipality?: number | null): string =>
  TOWN_ZONES.get(municipality ?? 0) ?? ZONES[state] ?? TIME_ZONE;
