import { EMPTY_ENTRY, ENTRY_KINDS, EXPENSE_CATEGORIES, SERVICE_CATEGORIES } from "../../vehicle-entries/rules";
import type { EntryContent, StoredEntry } from "../../vehicle-entries/schema";
import { FUELS } from "../../vehicles/rules";
import { centsOfCell, dayOf, numberOf, type Cells, type ReadLine } from "../rules";

const KINDS = {
  fuel: "abastecimento",
  service: "manutenção",
  km: "km",
  expense: "despesa",
  note: "nota",
  trip: "viagem",
};
const FUEL_NAMES = {
  gasoline: "gasolina",
  gasoline_premium: "gasolina premium",
  ethanol: "etanol",
  diesel: "diesel",
  cng: "gnv",
  electric: "eletricidade",
};
const CATEGORIES = {
  service: "revisão",
  repair: "conserto",
  upgrade: "melhoria",
  inspection: "vistoria",
  toll: "pedágio",
  parking: "estacionamento",
  insurance: "seguro",
  tax: "imposto",
  part: "peça",
  food: "alimentação",
  lodging: "hospedagem",
  other: "outra",
};

const decimal = (value: number | null) => (value === null ? "" : String(value).replace(".", ","));
const money = (cents: number | null) => (cents === null ? "" : (cents / 100).toFixed(2).replace(".", ","));
const yes = (value: boolean | null) => (value === null ? "" : value ? "sim" : "não");
const isYes = (cell: string | undefined) => /^(?:sim|s|yes|true|1)$/i.test(cell?.trim() ?? "");
const keyOf = <Key extends string>(
  names: Record<Key, string>,
  keys: readonly Key[],
  cell: string | undefined,
): Key | null => keys.find((key) => names[key] === cell?.trim().toLowerCase()) ?? null;

/** Entries as rows of our file; money in reais, decimals with a comma. */
export const ownRows = (entries: readonly StoredEntry[]): Cells[] =>
  entries.map((entry) => ({
    data: entry.on_date,
    tipo: KINDS[entry.kind],
    titulo: entry.title,
    odometro: decimal(entry.reading_km),
    diferenca_km: decimal(entry.offset_km),
    km_estimado: decimal(entry.estimated_km),
    odometro_novo: yes(entry.replaces_odometer),
    combustivel: entry.fuel ? FUEL_NAMES[entry.fuel] : "",
    etanol_pct: decimal(entry.ethanol_pct),
    litros: decimal(entry.litres),
    tanque_cheio: yes(entry.is_full),
    abastecimento_nao_anotado: yes(entry.missed_previous),
    categoria: entry.category ? CATEGORIES[entry.category] : "",
    total: money(entry.total_cents),
    pecas: money(entry.parts_cents),
    mao_de_obra: money(entry.labour_cents),
    km_rodados: decimal(entry.distance_km),
    local: entry.place,
    latitude: decimal(entry.lat),
    longitude: decimal(entry.lng),
    notas: entry.notes,
  }));

/** An entry of a row of our file; columns that a person removed count as empty. */
export function readOwnRow(cells: Cells, number: number): ReadLine {
  const kind = keyOf(KINDS, ENTRY_KINDS, cells.tipo);
  const on_date = dayOf(cells.data ?? "", "dmy");
  if (!kind) return { number, entry: null, problem: "kind" };
  if (!on_date) return { number, entry: null, problem: "date" };
  const numberAt = (name: string) => numberOf(cells[name] ?? "");
  const centsAt = (name: string) => centsOfCell(cells[name] ?? "");
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind,
    on_date,
    title: cells.titulo ?? "",
    reading_km: numberAt("odometro"),
    offset_km: numberAt("diferenca_km") ?? 0,
    estimated_km: numberAt("km_estimado"),
    replaces_odometer: kind === "km" && isYes(cells.odometro_novo),
    category: keyOf(CATEGORIES, [...SERVICE_CATEGORIES, ...EXPENSE_CATEGORIES], cells.categoria),
    total_cents: centsAt("total"),
    parts_cents: centsAt("pecas"),
    labour_cents: centsAt("mao_de_obra"),
    distance_km: numberAt("km_rodados"),
    place: cells.local ?? "",
    lat: numberAt("latitude"),
    lng: numberAt("longitude"),
    notes: cells.notas ?? "",
  };
  return kind === "fuel" ? fuelOf(entry, cells, number) : { number, entry, problem: null };
}

function fuelOf(entry: EntryContent, cells: Cells, number: number): ReadLine {
  const litres = numberOf(cells.litros ?? "");
  if (litres === null || litres <= 0) return { number, entry: null, problem: "litres" };
  const filled = {
    fuel: keyOf(FUEL_NAMES, FUELS, cells.combustivel) ?? "gasoline",
    litres,
    is_full: isYes(cells.tanque_cheio),
    missed_previous: isYes(cells.abastecimento_nao_anotado),
    ethanol_pct: numberOf(cells.etanol_pct ?? ""),
  } as const;
  return { number, entry: { ...entry, ...filled }, problem: null };
}
