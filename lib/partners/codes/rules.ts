import {
  CODE_KEY,
  CODE_SIGNATURE,
  fromBase32,
  publicPart,
  SIGNATURE_BYTES,
  toBase32,
  UUID_BYTES,
  uuidBytes,
  uuidOf,
  type EventPublicKey,
} from "../../events/codes/rules";

const PREFIX = "LCV1";
const DATA_BYTES = 1 + UUID_BYTES * 2 + 4;
const CODE_LENGTH = PREFIX.length + Math.ceil(((DATA_BYTES + SIGNATURE_BYTES) * 8) / 5);

/** What the code of a downloaded voucher contains; `expiresAt` in seconds since 1970. */
export type VoucherCode = { voucherId: string; downloadId: string; expiresAt: number };

/** The content of a code: key, voucher, download, expiry. */
export function voucherCodeData(
  keyId: number,
  { voucherId, downloadId, expiresAt }: VoucherCode,
): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(DATA_BYTES);
  data.set([keyId, ...uuidBytes(voucherId), ...uuidBytes(downloadId)]);
  new DataView(data.buffer).setUint32(DATA_BYTES - 4, expiresAt);
  return data;
}

/** The signed bytes contain the prefix, so that the signature of a badge never fits a voucher. */
export const signedBytes = (data: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...new TextEncoder().encode(PREFIX), ...data]);

export function voucherCodeText(data: Uint8Array, signature: Uint8Array): string {
  return PREFIX + toBase32(Uint8Array.from([...data, ...signature]));
}

/** The code in a scanned text, which is the code or an address that ends with `#code`; null for any other text. */
function codeIn(text: string): string | null {
  const code = text.trim().split("#").at(-1)?.toUpperCase() ?? "";
  return code.length === CODE_LENGTH && code.startsWith(PREFIX) ? code : null;
}

/** Verifies a scanned code with the public keys of the portal; null for a text it did not sign. */
export async function verifyVoucherCode(text: string, keys: readonly EventPublicKey[]): Promise<VoucherCode | null> {
  const bytes = fromBase32(codeIn(text)?.slice(PREFIX.length) ?? "");
  const found = bytes && keys.find(({ id }) => id === bytes[0]);
  if (!found) return null;
  const data = bytes.slice(0, DATA_BYTES);
  const key = await crypto.subtle.importKey("jwk", publicPart(found.publicKey), CODE_KEY, false, ["verify"]);
  const isValid = await crypto.subtle.verify(CODE_SIGNATURE, key, bytes.slice(DATA_BYTES), signedBytes(data));
  if (!isValid) return null;
  return {
    voucherId: uuidOf(data.slice(1, 1 + UUID_BYTES)),
    downloadId: uuidOf(data.slice(1 + UUID_BYTES, 1 + UUID_BYTES * 2)),
    expiresAt: new DataView(data.buffer).getUint32(DATA_BYTES - 4),
  };
}
