import { createHash, randomBytes } from "node:crypto";

export const RECOVERY_CODES = 10;
/** 80 random bits per code: SHA-256 alone protects them. */
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

/** The form in which a code is compared: capitals without spaces and hyphens, and the digits that look like letters as letters. */
function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("0", "O").replaceAll("1", "I").replaceAll("8", "B");
}

/** SHA-256 of a recovery code, as the database keeps it. */
export function hashOfCode(typed: string): string {
  return createHash("sha256").update(plainCode(typed)).digest("hex");
}
