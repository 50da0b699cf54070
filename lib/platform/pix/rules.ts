import { generatePixPayload, getPixKeyInfo } from "@brazilian-utils/brazilian-utils";
import { withoutAccents } from "../slug";
import type { PixKeyType } from "./schema";
import { PIX_KEY_TYPES } from "../supabase/database-constants/commerce";

export type PixInput = { key: string; keyType: PixKeyType; name: string; city: string; cents: number; txid: string };
/** The invalid part of a Pix code. */
type PixProblem = "key" | "name" | "city" | "amount" | "txid";
export type PixCode = { ok: true; payload: string } | { ok: false; problem: PixProblem };

/** Maximum amount: the amount field of a BR Code has thirteen characters. */
const MAX_CENTS = 999_999_999_999;
const NAME_LENGTH = 25;
const CITY_LENGTH = 15;

/** Converts a name for a BR Code: no accents, single spaces, truncated; null when it has no ASCII letters or digits. */
function readable(text: string, length: number): string | null {
  const plain = withoutAccents(text).replaceAll(/\s+/g, " ").trim();
  // Reject other alphabets, because they would be shown as question marks.
  if (!/^[\x20-\x7e]+$/.test(plain) || !/[A-Za-z0-9]/.test(plain)) return null;
  return plain.slice(0, length).trimEnd();
}

/** The key in canonical form; null when it does not match its type. */
export function pixKeyOf(key: string, type: PixKeyType): string | null {
  const typed = key.trim();
  // Eleven digits can be a CPF or a mobile number; the `+55` prefix marks a phone number.
  const given =
    type === "phone" && !typed.startsWith("+")
      ? `+55${typed.replaceAll(/\D/g, "").replace(/^55(?=\d{10,11}$)/, "")}`
      : typed;
  const info = getPixKeyInfo(given);
  return info?.type === type ? info.value : null;
}

/** Builds the static BR Code of one payment, or returns the invalid part. */
export function buildPix({ key, keyType, name, city, cents, txid }: PixInput): PixCode {
  const [canonical, merchantName, merchantCity] = [
    pixKeyOf(key, keyType),
    readable(name, NAME_LENGTH),
    readable(city, CITY_LENGTH),
  ];
  if (!canonical) return { ok: false, problem: "key" };
  if (!merchantName) return { ok: false, problem: "name" };
  if (!merchantCity) return { ok: false, problem: "city" };
  if (!Number.isInteger(cents) || cents < 1 || cents > MAX_CENTS) return { ok: false, problem: "amount" };
  if (!/^[A-Za-z0-9]{1,25}$/.test(txid)) return { ok: false, problem: "txid" };
  const payload = generatePixPayload({ key: canonical, merchantName, merchantCity, amount: cents / 100, txid });
  return payload ? { ok: true, payload } : { ok: false, problem: "key" };
}

type Payout = {
  seller: string;
  city: string | null;
  pix_key: string | null;
  pix_key_type: string | null;
  approved_cents: number;
  corrections_cents: number;
};

/**
 * Pix code that transfers what a seller is owed, for the bank app of the team; null without a valid key or an amount.
 * A code needs a city: without a readable one it contains Brasil. `day` becomes the identifier of the transfer.
 */
export function payoutCode(payout: Payout, day: string): string | null {
  const { pix_key: key, pix_key_type: type, seller: name, city } = payout;
  const keyType = PIX_KEY_TYPES.find((one) => one === type);
  if (!key || !keyType) return null;
  const cents = payout.approved_cents + payout.corrections_cents;
  const given = { key, keyType, name, cents, txid: `REPASSE${day.replaceAll("-", "")}` };
  const code = buildPix({ ...given, city: city ?? "Brasil" });
  const shown = !code.ok && code.problem === "city" ? buildPix({ ...given, city: "Brasil" }) : code;
  return shown.ok ? shown.payload : null;
}
