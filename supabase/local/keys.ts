import { generateKeyPairSync, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const KEY_BYTES = 24;
const SECRET_BYTES = 32;

/** A P-256 key as a JWK; `d` is its secret part. */
type SigningKey = { kty: string; crv: string; x: string; y: string; d: string; kid: string; alg: "ES256" };

export type Keys = {
  publishableKey: string;
  secretKey: string;
  /** Signs the tokens of sessions, as in a hosted project with asymmetric keys. */
  signingKey: SigningKey;
  /** Supabase Lite verifies tokens with this secret only; a hosted project has one of its own for legacy keys. */
  jwtSecret: string;
  linkTokenSecret: string;
};

/** A new signing key, in one word, so that it fits into a line of `keys.env`. */
function newSigningKey(): string {
  const jwk = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  return Buffer.from(JSON.stringify({ ...jwk, kid: randomUUID(), alg: "ES256" })).toString("base64url");
}

const FIELDS = {
  publishableKey: {
    name: "SUPABASE_PUBLISHABLE_KEY",
    create: () => `sb_publishable_${randomBytes(KEY_BYTES).toString("base64url")}`,
  },
  secretKey: { name: "SUPABASE_SECRET_KEY", create: () => `sb_secret_${randomBytes(KEY_BYTES).toString("base64url")}` },
  signingKey: { name: "SUPABASE_JWT_SIGNING_KEY", create: newSigningKey },
  jwtSecret: { name: "SUPABASE_JWT_SECRET", create: () => randomBytes(SECRET_BYTES).toString("base64url") },
  linkTokenSecret: { name: "LINK_TOKEN_SECRET", create: () => randomBytes(SECRET_BYTES).toString("base64url") },
} as const;

/** Parses `NAME=value` lines; other lines are skipped. */
export function parseKeys(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const match = /^(\w+)=(\S+)\s*$/.exec(line);
    if (match?.[1] && match[2]) values.set(match[1], match[2]);
  }
  return values;
}

/** Loads the project's keys from `<dir>/keys.env`, or creates them there; only the owner can read the file. */
export function loadKeys(dir: string): Keys {
  const file = path.join(dir, "keys.env");
  fs.mkdirSync(dir, { recursive: true });
  const values = parseKeys(fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "");
  const missing = Object.values(FIELDS).filter((field) => !values.has(field.name));
  for (const field of missing) values.set(field.name, field.create());
  if (missing.length > 0) writePrivately(file, [...values].map(([name, value]) => `${name}=${value}\n`).join(""));
  const read = (field: { name: string }) => values.get(field.name) ?? "";
  return {
    publishableKey: read(FIELDS.publishableKey),
    secretKey: read(FIELDS.secretKey),
    signingKey: JSON.parse(Buffer.from(read(FIELDS.signingKey), "base64url").toString()) as SigningKey,
    jwtSecret: read(FIELDS.jwtSecret),
    linkTokenSecret: read(FIELDS.linkTokenSecret),
  };
}

/** Whether a request's API key is the secret one, compared in constant time. */
export function isSecretKey({ secretKey }: Keys, key: string | null | undefined): boolean {
  const [a, b] = [Buffer.from(key ?? ""), Buffer.from(secretKey)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Writes a secret atomically: after a crash there is either the old file or the new one. */
export function writePrivately(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, text, { mode: 0o600, flush: true });
  fs.renameSync(draft, file);
}
