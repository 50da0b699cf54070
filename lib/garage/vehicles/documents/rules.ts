import { DAY_MS } from "../../../platform/dates";
import type { VEHICLE_DOCUMENT_KINDS } from "../../../platform/supabase/database-constants/garage";

export type DocumentKind = (typeof VEHICLE_DOCUMENT_KINDS)[number];

/** A document is announced this many days before it expires. */
const SOON_DAYS = 30;

export type Expiry = { status: "expired" | "soon" | "valid"; days: number };

/** How long a document is still valid, in days; on its last day 0. Null without an expiry date. */
export function expiryOf(expiresOn: string | null, today: string): Expiry | null {
  if (!expiresOn) return null;
  const days = Math.round((Date.parse(expiresOn) - Date.parse(today)) / DAY_MS);
  return { status: days < 0 ? "expired" : days <= SOON_DAYS ? "soon" : "valid", days };
}

export type DueDocument = { vehicle_id: string; kind: DocumentKind; expires_on: string };

/** The document of each car that expires next, or has expired first. */
export function nextDue(rows: readonly DueDocument[]): Map<string, DueDocument> {
  const found = new Map<string, DueDocument>();
  for (const row of rows) {
    const known = found.get(row.vehicle_id);
    if (!known || row.expires_on < known.expires_on) found.set(row.vehicle_id, row);
  }
  return found;
}
