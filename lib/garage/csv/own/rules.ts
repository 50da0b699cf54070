import { EMPTY_ENTRY, EXPENSE_CATEGORIES, SERVICE_CATEGORIES } from "../../entries/rules";
import type { EntryContent, StoredEntry } from "../../entries/schema";
import { fold } from "../../../platform/slug";
import { noteColumns, type CellReader, type Cells, type NamedRow, type ReadLine } from "../rules";
import { isYes } from "../words/rules";
import { LOG_ENTRY_KINDS, FUELS } from "../../../platform/supabase/database-constants/garage";

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
const keyOf = <Key extends string>(
  names: Record<Key, string>,
  keys: readonly Key[],
  cell: string | undefined,
): Key | null => keys.find((key) => fold(names[key]) === fold(cell ?? "").trim()) ?? null;

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

const COLUMNS = new Set(
  `data tipo titulo odometro diferenca_km km_estimado odometro_novo combustivel etanol_pct litros tanque_cheio
  abastecimento_nao_anotado categoria total pecas mao_de_obra km_rodados local latitude longitude notas`.split(/\s+/),
);

export function readOwn(records: readonly NamedRow[], reader: CellReader): ReadLine[] {
  noteColumns(records, (name) => COLUMNS.has(name), reader.findings);
  return records.map((row) => ownLine(row, reader));
}

/** An entry of a row of our file; columns that a person removed count as empty. */
function ownLine({ cells, number }: NamedRow, reader: CellReader): ReadLine {
  const kind = keyOf(KINDS, LOG_ENTRY_KINDS, cells.tipo);
  const on_date = reader.day(cells.data);
  if (!kind) return { number, entry: null, problem: "kind" };
  const isFuel = kind === "fuel";
  if (!on_date) return { number, entry: null, problem: "date", isFuel };
  const numberAt = (name: string, decimals = 1) => reader.number(cells[name], decimals, number, name);
  const centsAt = (name: string) => reader.cents(cells[name], number, name);
  const category = keyOf(CATEGORIES, [...SERVICE_CATEGORIES, ...EXPENSE_CATEGORIES], cells.categoria);
  if (!category && cells.categoria?.trim())
    reader.findings.changed("category", { line: number, element: "categoria", value: cells.categoria });
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind,
    on_date,
    title: cells.titulo ?? "",
    reading_km: numberAt("odometro"),
    offset_km: numberAt("diferenca_km") ?? 0,
    estimated_km: numberAt("km_estimado"),
    replaces_odometer: kind === "km" && isYes(cells.odometro_novo),
    category: category ?? (cells.categoria?.trim() ? "other" : null),
    total_cents: centsAt("total"),
    parts_cents: centsAt("pecas"),
    labour_cents: centsAt("mao_de_obra"),
    distance_km: numberAt("km_rodados"),
    place: cells.local ?? "",
    lat: reader.degrees(cells.latitude, number, "latitude"),
    lng: reader.degrees(cells.longitude, number, "longitude"),
    notes: cells.notas ?? "",
  };
  return isFuel ? fuelOf(entry, cells, number, reader) : { number, entry, problem: null };
}

function fuelOf(entry: EntryContent, cells: Cells, number: number, reader: CellReader): ReadLine {
  const litres = reader.number(cells.litros, 3, number, "litros");
  if (litres === null || litres <= 0)
    return { number, entry: null, problem: "litres", isFuel: true, day: entry.on_date };
  const filled = {
    fuel: reader.fuel(keyOf(FUEL_NAMES, FUELS, cells.combustivel), number, cells.combustivel),
    litres,
    is_full: isYes(cells.tanque_cheio),
    missed_previous: isYes(cells.abastecimento_nao_anotado),
    ethanol_pct: reader.number(cells.etanol_pct, 0, number, "etanol_pct"),
  } as const;
  return { number, entry: { ...entry, ...filled }, problem: null };
}
