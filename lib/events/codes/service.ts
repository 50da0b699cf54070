import "server-only";
import QRCode from "qrcode";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import { createServiceClient } from "../../platform/supabase/service";
import {
  CODE_KEY,
  CODE_SIGNATURE,
  codeData,
  codeText,
  eventPublicKeysSchema,
  eventSigningKeySchema,
  publicPart,
  type EventCode,
  type EventPublicKey,
  type EventSigningKey,
} from "./rules";

const KEEP_MS = 60_000;

type SigningKey = { id: number; key: CryptoKey };
let kept: { until: number; key: Promise<SigningKey> } | undefined;

async function makePair(): Promise<Pick<EventSigningKey, "publicKey" | "privateKey">> {
  const pair = await crypto.subtle.generateKey(CODE_KEY, true, ["sign", "verify"]);
  const jwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
  return { publicKey: publicPart(jwk), privateKey: { ...publicPart(jwk), d: jwk.d ?? "" } };
}

async function readSigningKey(): Promise<SigningKey> {
  const client = createServiceClient();
  let row = orThrow(await client.rpc("event_signing_key"));
  if (!row) {
    const { publicKey, privateKey } = await makePair();
    row = orThrow(await client.rpc("add_event_signing_key", { given_public: publicKey, given_private: privateKey }));
  }
  const { id, privateKey } = eventSigningKeySchema.parse(row);
  return { id, key: await crypto.subtle.importKey("jwk", privateKey, CODE_KEY, false, ["sign"]) };
}

/** The key is kept for a minute, so that a batch of badges reads it once and a new key is used soon. */
export function signingKey(): Promise<SigningKey> {
  if (!kept || kept.until < Date.now()) {
    const key = readSigningKey();
    kept = { until: Date.now() + KEEP_MS, key };
    key.catch(() => (kept = undefined));
  }
  return kept.key;
}

/** Text of the QR code on a badge. The caller decides who may have it. */
export async function signEventCode(code: EventCode): Promise<string> {
  const { id, key } = await signingKey();
  const data = codeData(id, code);
  return codeText(data, new Uint8Array(await crypto.subtle.sign(CODE_SIGNATURE, key, data)));
}

const PICTURE = { errorCorrectionLevel: "M", margin: 3, width: 480 } as const;

/** The QR code of a badge as a PNG picture, such as for a mail. */
export const eventCodePicture = async (code: EventCode): Promise<Buffer> =>
  QRCode.toBuffer(await signEventCode(code), PICTURE);

/** Public keys that verify codes; the first pair is made here when no badge was signed yet. */
export async function readPublicKey(): Promise<EventPublicKey[]> {
  await signingKey();
  return eventPublicKeysSchema.parse(orThrow(await createPublicClient(null).rpc("event_public_keys")));
}
