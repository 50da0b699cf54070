import { fold } from "../../../platform/slug";
import type { EntryContent } from "../../entries/schema";
import type { Fuel } from "../../vehicles/rules";

/** Words for yes in the languages of the programs. */
const YES = new Set(["sim", "s", "yes", "y", "true", "1", "si", "да", "tak", "ja", "oui", "x", "verdadeiro"]);
export const isYes = (cell: string | undefined): boolean => YES.has(fold(cell ?? "").trim());

const FUEL_WORDS: readonly [RegExp, Fuel][] = [
  [/etanol|ethanol|alcool|alcohol|^e85/, "ethanol"],
  [/diesel|gasoil|дизель/, "diesel"],
  [/gnv|cng|glp|gpl|lpg|autogas|gas natural/, "cng"],
  [/eletric|electric|elektr|kwh/, "electric"],
  [/aditiv|premium|podium|v-power|super plus|octapro|grid|9[5-9]|100/, "gasoline_premium"],
  [/gas|benzin|petrol|nafta|super|бензин|^аи/, "gasoline"],
];
/** The fuel that a program names; null for an unknown name. */
export const fuelOfWord = (word: string): Fuel | null =>
  FUEL_WORDS.find(([pattern]) => pattern.test(fold(word)))?.[1] ?? null;

/** Names of categories in the three languages of the portal. */
const CATEGORY_WORDS: readonly [RegExp, NonNullable<EntryContent["category"]>][] = [
  [/serv|revis|manuten|mantenim|oil|oleo|aceite|pneu|freio/, "service"],
  [/repar|consert/, "repair"],
  [/park|estaciona/, "parking"],
  [/toll|pedagio|peaje/, "toll"],
  [/insur|segur/, "insurance"],
  [/tax|regist|impost|licen|impuest|ipva|multa/, "tax"],
];
export const categoryOfWord = (name: string): NonNullable<EntryContent["category"]> =>
  CATEGORY_WORDS.find(([pattern]) => pattern.test(fold(name)))?.[1] ?? "other";

export const KM_PER_MILE = 1.609344;
export const LITRES_PER_US_GALLON = 3.785411784;
export const LITRES_PER_UK_GALLON = 4.54609;
