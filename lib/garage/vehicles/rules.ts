import type { Tables } from "../../platform/supabase/database.types";
import type { FUELS } from "../../platform/supabase/database-constants/garage";

export const LOG_PATH = "/diario-de-bordo";

export const COOLING = ["air", "water"] as const;
export const PLATE_KINDS = ["standard", "collection"] as const;
export const CVCOL_CLASSES = ["original", "modified"] as const;
const MEMBER_ROLES = ["viewer", "editor"] as const;
export type Fuel = (typeof FUELS)[number];

/** `owner`: everything. `editor`: reads and writes the log. `viewer`: reads the log. */
export type VehicleRole = "owner" | (typeof MEMBER_ROLES)[number];

/** Tabs of a car; each has a page below the address of the car, the summary is that address. */
const VEHICLE_TABS = {
  summary: "",
  trips: "/viagens",
  fuel: "/abastecimentos",
  service: "/manutencao",
  reminders: "/lembretes",
  parts: "/pecas",
  documents: "/documentos",
  checklists: "/checklists",
  costs: "/custos",
  dossier: "/dossie",
} as const;
export type VehicleTab = keyof typeof VEHICLE_TABS;

/** Tabs that only the owner opens, because they show documents. */
const OWNER_TABS: readonly VehicleTab[] = ["documents"];

/** Pages without a tab: where the owner changes the car itself, and who else sees it or gets it. */
const OTHER_PAGES = { edit: "/editar", share: "/compartilhar" } as const;
export type VehiclePage = VehicleTab | keyof typeof OTHER_PAGES;
const PAGES = { ...VEHICLE_TABS, ...OTHER_PAGES };

export const vehiclePath = (id: string, page: VehiclePage = "summary"): string => `${LOG_PATH}/${id}${PAGES[page]}`;

/** The tabs that a person with this role opens, in display order. */
export const tabsOf = (role: VehicleRole): VehicleTab[] =>
  (Object.keys(VEHICLE_TABS) as VehicleTab[]).filter((tab) => role === "owner" || !OWNER_TABS.includes(tab));

/** A member opens the page of sharing too, to leave the car. */
export function opensPage(role: VehicleRole, page: VehiclePage): boolean {
  if (page === "edit") return role === "owner";
  return page === "share" || tabsOf(role).includes(page);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isVehicleId = (text: string): boolean => UUID.test(text);

/** Largest photo, receipt or document. */
export const MAX_FILE_BYTES = 10_485_760;

/** Address of a stored photo, receipt or document of a car. */
export const vehicleFilePath = (file: string): string => `/api/vehicle-files/${file}`;

type Described = Pick<Tables<"vehicles">, "make" | "model" | "version" | "year_made" | "year_model">;

/** Make, model, version and years, as "Chevrolet Opala Comodoro 1974/75"; empty when nothing is filled in. */
export function describeVehicle({ make, model, version, year_made, year_model }: Described): string {
  const years =
    year_made && year_model && year_made !== year_model
      ? `${year_made}/${String(year_model).slice(-2)}`
      : (year_made ?? year_model);
  return [make, model, version, years].filter(Boolean).join(" ");
}

/** Whether the kilometres of a car are an estimate: noted as one, or the odometer has stopped since. */
export const isKmEstimated = (car: { odometer_is_estimated: boolean; odometer_state: string }): boolean =>
  car.odometer_is_estimated || car.odometer_state === "broken";

const PLATE = /^[A-Z]{3}\d[A-Z\d]\d{2}$/;

/** A plate as it is stored, `ABC1234` or `ABC1D23`; null when the text is no Brazilian plate. */
export function normalisePlate(typed: string): string | null {
  const plate = typed.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  return PLATE.test(plate) ? plate : null;
}

/** A stored plate as it is written on the car: `ABC-1234`, or `ABC1D23` on a Mercosul plate. */
export const formatPlate = (plate: string): string =>
  /^[A-Z]{3}\d{4}$/.test(plate) ? `${plate.slice(0, 3)}-${plate.slice(3)}` : plate;

type Row = Readonly<Record<string, unknown>>;

/**
 * What a save writes: only fields that the person changed. A field that somebody else gave another value since the form
 * was opened is a conflict.
 */
export function mergeChanges(original: Row, sent: Row, stored: Row): { changes: Row; conflicts: string[] } {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
  const changed = Object.keys(sent).filter(
    (key) => !isSame(sent[key], original[key]) && !isSame(sent[key], stored[key]),
  );
  return {
    changes: Object.fromEntries(changed.map((key) => [key, sent[key]])),
    conflicts: changed.filter((key) => !isSame(stored[key], original[key])),
  };
}

/** Days until the trash is emptied. */
export const TRASH_DAYS = 30;
