import { eventDays } from "../events/rules";
import { formatNumber } from "../../platform/format";
import type { Alignment } from "../../platform/alignments";
import type { Locale } from "../../platform/i18n/routing";
import { LOCALES } from "../../platform/supabase/database-constants/platform";

export const FIELD_KINDS = ["text", "name", "event", "date", "town", "car", "hours", "qr", "signature"] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
export const TEMPLATE_LANGUAGES = LOCALES;

/** A4 in landscape format, in points. */
export const PAGE = { width: 842, height: 595 } as const;
export const MAX_FIELDS = 30;

/** x, y and width are percent of the page; size is in points. */
export type CertificateField = {
  id: string;
  kind: FieldKind;
  x: number;
  y: number;
  width: number;
  size: number;
  align: Alignment;
  bold: boolean;
  text: string;
};

export type CertificateFacts = {
  event: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  town: string;
  car?: string;
  hours?: number;
};

export type PrintedValues = Record<"name" | "event" | "date" | "town" | "car" | "hours" | "code", string>;

/** The values that a certificate prints, as texts in its language. */
export function printedValues(name: string, code: string, facts: CertificateFacts, language: Locale): PrintedValues {
  const hours = facts.hours
    ? formatNumber(facts.hours, language, { style: "unit", unit: "hour", unitDisplay: "long" })
    : "";
  return {
    name,
    code,
    hours,
    event: facts.event,
    date: eventDays(facts, language, "long"),
    town: facts.town,
    car: facts.car ?? "",
  };
}

/** Text of a field; words such as {town} inside a typed text are replaced. Empty for the QR code. */
export function fieldText({ kind, text }: CertificateField, values: PrintedValues): string {
  if (kind === "qr") return "";
  if (kind !== "text" && kind !== "signature") return values[kind];
  return text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(values, key) ? values[key as keyof PrintedValues] : whole,
  );
}

const NARROW = /[iIjlt.,;:'’|!()[\]/ ]/;
const WIDE = /[mwMW@%–—]/;
const TALL = /[A-ZÀ-Þ0-9&]/;
/** The condensed typeface of bold texts, compared with the other one. */
const CONDENSED = 0.82;
const SMALLEST_SHARE = 0.5;

/** Upper bound of the width of a text in units of its size; the exact widths of a font are not known in the browser. */
function widthOf(text: string, bold: boolean): number {
  const width = Array.from(text.normalize("NFC")).reduce(
    (sum, sign) => sum + (NARROW.test(sign) ? 0.34 : WIDE.test(sign) ? 0.9 : TALL.test(sign) ? 0.68 : 0.58),
    0,
  );
  return width * (bold ? CONDENSED : 1);
}

/** Size in points at which a name fits on one line; never below half of the size, where it breaks instead. */
export function fittedSize({ kind, width, size, bold }: CertificateField, text: string): number {
  if (kind === "text" || kind === "signature") return size;
  const room = (PAGE.width * width) / 100;
  const fitting = Math.floor((room / Math.max(widthOf(text, bold), 0.1)) * 10) / 10;
  return Math.max(Math.min(size, fitting), size * SMALLEST_SHARE);
}

/** Keeps a field on the page. */
export function placed(field: CertificateField, x: number, y: number): CertificateField {
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    ...field,
    x: round(Math.min(Math.max(x, 0), 100 - field.width)),
    y: round(Math.min(Math.max(y, 0), 97)),
  };
}

/** Code of a certificate without letters that look like digits; spaces, hyphens and small letters are accepted. */
export function certificateCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return /^[A-HJ-NP-Z2-9]{10}$/.test(code) ? code : null;
}

export const certificatePath = (code: string): string => `/eventos/certificado/${code}`;

export const TEST_NAMES = {
  short: "Ana Lima",
  long: "Maria Aparecida Fernandes de Albuquerque Cavalcanti e Vasconcellos Neta",
} as const;
