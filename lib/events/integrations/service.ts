import "server-only";
import { createHmac } from "node:crypto";
import { tokenHash } from "../../platform/links/queries";
import { postPublic, PublicFetchError, type Network } from "../../platform/public-fetch";
import { csvLines, guarded } from "../../platform/sheets";
import { webhookSecret } from "./queries";
import { DELIVERY_HEADERS } from "./rules";
import type { ApiRow } from "./schema";

/** Order of the facts of a car in a cell. */
const VEHICLE_FACTS = ["make", "model", "year", "color"];

/** A value of the API as a text; lists have semicolons between their items. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(cellText).join("; ");
  if (typeof value !== "object") return String(value as string | number | boolean);
  const facts = value as Record<string, unknown>;
  return VEHICLE_FACTS.map((name) => cellText(facts[name]))
    .filter(Boolean)
    .join(" ");
}

/** A page of the API as a CSV file with commas; texts that a spreadsheet would compute get a quote. */
export function apiCsv(columns: readonly string[], rows: readonly ApiRow[]): string {
  const cells = (row: ApiRow) =>
    columns.map((name) => (typeof row[name] === "number" ? String(row[name]) : guarded(cellText(row[name]))));
  return csvLines([[...columns], ...rows.map(cells)], "en-US");
}

/** Signature of a delivery: HMAC-SHA256 over `timestamp.body`. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

/** Most bytes of an answer that are read. */
const MAX_ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

/** A delivery as `private.claim_webhook_deliveries` returns it. */
export type ClaimedDelivery = { id: string; webhook_id: string; url: string; secret_hash: string; body: string };
/** Status of the answer, or why there was none. */
type AttemptResult = { status: number | null; problem: string | null };

/** Sends a delivery once. `network`: of tests, which send to a server of their own. */
export async function attemptDelivery(
  { id, webhook_id: webhook, url, secret_hash: hash, body }: ClaimedDelivery,
  network?: Network,
): Promise<AttemptResult> {
  const secret = webhookSecret(webhook);
  // Another key of the server would make signatures that the organiser cannot check.
  if (tokenHash(secret) !== hash) return { status: null, problem: "secret" };
  const timestamp = String(Math.floor(Date.now() / 1000));
  try {
    const status = await postPublic(url, {
      body,
      headers: {
        "content-type": "application/json",
        [DELIVERY_HEADERS.id]: id,
        [DELIVERY_HEADERS.timestamp]: timestamp,
        [DELIVERY_HEADERS.signature]: signatureOf(secret, timestamp, body),
      },
      maxBytes: MAX_ANSWER_BYTES,
      timeoutMs: TIMEOUT_MS,
      network,
    });
    return { status, problem: null };
  } catch (error) {
    if (error instanceof PublicFetchError) return { status: null, problem: error.problem };
    throw error;
  }
}
