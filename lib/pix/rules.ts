import { generatePixPayload, getPixKeyInfo } from "@brazilian-utils/brazilian-utils";
import type { PixKeyType } from "./schema";

export type PixInput = { key: string; keyType: PixKeyType; name: string; city: string; cents: number; txid: string };
/** Which part of a code is wrong. */
export type PixProblem = "key" | "name" | "city" | "amount" | "txid";
export type PixCode = { ok: true; payload: string } | { ok: false; problem: PixProblem };

/** The most an amount field of thirteen characters holds. */
const MAX_CENTS = 999_999_999_999;
const NAME_LENGTH = 25;
const CITY_LENGTH = 15;

/** A name as a BR Code carries it: no accents, single spaces, cut to length; null when nothing readable is left. */
function readable(text: string, length: number): string | null {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll(/\s+/g, " ").trim();
  // Another alphabet would arrive as question marks or holes: better to say so than to show half a name.
  if (!/^[\x20-\x7e]+$/.test(plain) || !/[A-Za-z0-9]/.test(plain)) return null;
  return plain.slice(0, length).trimEnd();
}

/** The key in the form banks keep it, or null when it is not one of its type. */
export function pixKeyOf(key: string, type: PixKeyType): string | null {
  const typed = key.trim();
  // Eleven digits may be a CPF as well as a mobile number: the country code decides.
  const given = type === "phone" && !typed.startsWith("+") ? `+55${typed.replaceAll(/\D/g, "").replace(/^55(?=\d{10,11}$)/, "")}` : typed;
  const info = getPixKeyInfo(given);
  return info?.type === type ? info.value : null;
}

/** The static BR Code of one payment, or which part cannot be written. */
export function buildPix({ key, keyType, name, city, cents, txid }: PixInput): PixCode {
  const [canonical, merchantName, merchantCity] = [pixKeyOf(key, keyType), readable(name, NAME_LENGTH), readable(city, CITY_LENGTH)];
  if (!canonical) return { ok: false, problem: "key" };
  if (!merchantName) return { ok: false, problem: "name" };
  if (!merchantCity) return { ok: false, problem: "city" };
  if (!Number.isInteger(cents) || cents < 1 || cents > MAX_CENTS) return { ok: false, problem: "amount" };
  if (!/^[A-Za-z0-9]{1,25}$/.test(txid)) return { ok: false, problem: "txid" };
  const payload = generatePixPayload({ key: canonical, merchantName, merchantCity, amount: cents / 100, txid });
  return payload ? { ok: true, payload } : { ok: false, problem: "key" };
}
