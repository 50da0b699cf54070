import { z } from "zod";

/** Letters and digits only: QR codes encode them compactly, and readers that type like a keyboard type them in every layout. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PREFIX = "LCE1";
export const UUID_BYTES = 16;
const DATA_BYTES = 1 + UUID_BYTES * 2 + 4;
export const SIGNATURE_BYTES = 64;
const CODE_LENGTH = PREFIX.length + Math.ceil(((DATA_BYTES + SIGNATURE_BYTES) * 8) / 5);

export const CODE_KEY = { name: "ECDSA", namedCurve: "P-256" } as const;
export const CODE_SIGNATURE = { name: "ECDSA", hash: "SHA-256" } as const;

const publicJwk = z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: z.string(), y: z.string() });
export const eventPublicKeysSchema = z.array(z.object({ id: z.int().min(1).max(255), publicKey: publicJwk }));
export const eventSigningKeySchema = z.object({
  id: z.int().min(1).max(255),
  publicKey: publicJwk,
  privateKey: publicJwk.extend({ d: z.string() }),
});
export type EventPublicKey = z.output<typeof eventPublicKeysSchema>[number];
export type EventSigningKey = z.output<typeof eventSigningKeySchema>;

/** What the code on a badge contains. */
export type EventCode = { registrationId: string; eventId: string; badgeVersion: number };

/** A JSON Web Key without its private part `d`, so that a key pair can be sent to devices. */
export const publicPart = ({ x = "", y = "" }: JsonWebKey) => ({ kty: "EC", crv: "P-256", x, y }) as const;

export function toBase32(bytes: Uint8Array): string {
  let [text, buffer, bits] = ["", 0, 0];
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(buffer >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + ALPHABET[(buffer << (5 - bits)) & 31] : text;
}

export function fromBase32(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let [buffer, bits, place] = [0, 0, 0];
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    buffer = ((buffer << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[place++] = (buffer >> bits) & 255;
    }
  }
  return bytes;
}

export function uuidBytes(uuid: string): number[] {
  return (uuid.replaceAll("-", "").match(/../g) ?? []).map((pair) => parseInt(pair, 16));
}

export function uuidOf(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The signed bytes: key, event, registration, version of the badge. */
export function codeData(keyId: number, { registrationId, eventId, badgeVersion }: EventCode): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(DATA_BYTES);
  data.set([keyId, ...uuidBytes(eventId), ...uuidBytes(registrationId)]);
  new DataView(data.buffer).setUint32(DATA_BYTES - 4, badgeVersion);
  return data;
}

export function codeText(data: Uint8Array, signature: Uint8Array): string {
  return PREFIX + toBase32(Uint8Array.from([...data, ...signature]));
}

/** The parts of a code whose signature is not verified yet; null for any other text. */
function parseCode(text: string) {
  const code = text.trim().toUpperCase();
  if (code.length !== CODE_LENGTH || !code.startsWith(PREFIX)) return null;
  const bytes = fromBase32(code.slice(PREFIX.length));
  if (!bytes) return null;
  const data = bytes.slice(0, DATA_BYTES);
  return {
    keyId: data[0]!,
    data,
    signature: bytes.slice(DATA_BYTES),
    content: {
      eventId: uuidOf(data.slice(1, 1 + UUID_BYTES)),
      registrationId: uuidOf(data.slice(1 + UUID_BYTES, 1 + UUID_BYTES * 2)),
      badgeVersion: new DataView(data.buffer).getUint32(DATA_BYTES - 4),
    } satisfies EventCode,
  };
}

/** Verifies a code with the public keys of the portal, on the server and on devices; null for a code it did not sign. */
export async function verifyEventCode(text: string, keys: readonly EventPublicKey[]): Promise<EventCode | null> {
  const parsed = parseCode(text);
  const found = parsed && keys.find(({ id }) => id === parsed.keyId);
  if (!found) return null;
  const key = await crypto.subtle.importKey("jwk", publicPart(found.publicKey), CODE_KEY, false, ["verify"]);
  const isValid = await crypto.subtle.verify(CODE_SIGNATURE, key, parsed.signature, parsed.data);
  return isValid ? parsed.content : null;
}

/** Why a valid code does not belong to this event or badge; null when it does. */
export function codeProblem(
  code: EventCode,
  expected: { eventId: string; badgeVersion: number },
): "wrong_event" | "revoked_badge" | null {
  if (code.eventId !== expected.eventId) return "wrong_event";
  return code.badgeVersion === expected.badgeVersion ? null : "revoked_badge";
}
