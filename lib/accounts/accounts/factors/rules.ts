import { createHash, randomBytes } from "node:crypto";

const RECOVERY_CODES = 10;
/** 80 random bits per code: enough entropy for an unsalted SHA-256. */
const CODE_BYTES = 10;
/** RFC 4648, section 6. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("");
}

/** Ten new codes, each four groups of four characters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => (base32(randomBytes(CODE_BYTES)).match(/.{4}/g) ?? []).join("-"));
}

/** Normalises a code for comparison: upper case without spaces and hyphens, and similar digits replaced by letters (0→O, 1→I, 8→B). */
function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("0", "O").replaceAll("1", "I").replaceAll("8", "B");
}

/** SHA-256 of a recovery code, as stored in the database. */
export function hashOfCode(typed: string): string {
  return createHash("sha256").update(plainCode(typed)).digest("hex");
}
