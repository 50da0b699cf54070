import { slugOf } from "../../platform/slug";

/** The 27 federative units, upper-case abbreviation first, with the macro-region of IBGE. */
export const STATES = [
  { abbr: "AC", name: "Acre", region: "Norte" },
  { abbr: "AL", name: "Alagoas", region: "Nordeste" },
  { abbr: "AP", name: "Amapá", region: "Norte" },
  { abbr: "AM", name: "Amazonas", region: "Norte" },
  { abbr: "BA", name: "Bahia", region: "Nordeste" },
  { abbr: "CE", name: "Ceará", region: "Nordeste" },
  { abbr: "DF", name: "Distrito Federal", region: "Centro-Oeste" },
  { abbr: "ES", name: "Espírito Santo", region: "Sudeste" },
  { abbr: "GO", name: "Goiás", region: "Centro-Oeste" },
  { abbr: "MA", name: "Maranhão", region: "Nordeste" },
  { abbr: "MT", name: "Mato Grosso", region: "Centro-Oeste" },
  { abbr: "MS", name: "Mato Grosso do Sul", region: "Centro-Oeste" },
  { abbr: "MG", name: "Minas Gerais", region: "Sudeste" },
  { abbr: "PA", name: "Pará", region: "Norte" },
  { abbr: "PB", name: "Paraíba", region: "Nordeste" },
  { abbr: "PR", name: "Paraná", region: "Sul" },
  { abbr: "PE", name: "Pernambuco", region: "Nordeste" },
  { abbr: "PI", name: "Piauí", region: "Nordeste" },
  { abbr: "RJ", name: "Rio de Janeiro", region: "Sudeste" },
  { abbr: "RN", name: "Rio Grande do Norte", region: "Nordeste" },
  { abbr: "RS", name: "Rio Grande do Sul", region: "Sul" },
  { abbr: "RO", name: "Rondônia", region: "Norte" },
  { abbr: "RR", name: "Roraima", region: "Norte" },
  { abbr: "SC", name: "Santa Catarina", region: "Sul" },
  { abbr: "SP", name: "São Paulo", region: "Sudeste" },
  { abbr: "SE", name: "Sergipe", region: "Nordeste" },
  { abbr: "TO", name: "Tocantins", region: "Norte" },
] as const;

/** The federal highway police, free from any phone in the country. */
export const PRF_NUMBER = "191";

export type State = (typeof STATES)[number];
export type StateAbbr = State["abbr"];
export type MacroRegion = State["region"];

/** The state of a lower-case path segment (`sc`), or null when it is not one of the 27. */
export function stateOfSegment(segment: string | undefined): State | null {
  return STATES.find((state) => state.abbr.toLowerCase() === segment) ?? null;
}

/** The path segment of a state: `SC` → `sc`. */
export function stateSegment(abbr: StateAbbr): string {
  return abbr.toLowerCase();
}

/**
 * Whether a contact is a company of ANTT's lists. The name of a contact has the company before a colon (`Motiva
 * Pantanal: guincho e socorro (BR-163)`), ANTT often only a part of its name (`PANTANAL`).
 */
export function isContactOf(contact: string, company: string): boolean {
  const words = slugOf(contact.split(":")[0]!).split("-");
  return slugOf(company)
    .split("-")
    .every((word) => words.includes(word));
}
