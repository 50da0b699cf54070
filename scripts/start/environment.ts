import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { loadKeys } from "../../supabase/local/keys";
import { stateDirectory } from "./state-directory";

/** Reads `.env` and `.env.local`; without a Supabase project it sets the embedded backend's address and keys. */
export function applyEnvironment(): { embedded: boolean; port: number; siteUrl: string } {
  for (const file of [".env.local", ".env"]) {
    if (!existsSync(file)) continue;
    try {
      process.loadEnvFile(file);
    } catch (error) {
      throw new Error(`o arquivo ${file} não pode ser lido (${(error as Error).message}). Compare com .env.example.`);
    }
  }
  const port = Number(process.env.PORT ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`PORT=${process.env.PORT} não é uma porta válida.`);
  process.env.PORT = String(port);
  const siteUrl = (process.env.NEXT_PUBLIC_SITE_URL ||= `http://localhost:${port}`);
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  omitRepeatedWarning();
  const embedded = !process.env.NEXT_PUBLIC_SUPABASE_URL;
  if (embedded) fillEmbedded(siteUrl);
  else if (!process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY || !process.env.SUPABASE_SECRET_KEY) {
    throw new Error(
      "NEXT_PUBLIC_SUPABASE_URL está definida, mas falta NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY ou SUPABASE_SECRET_KEY.",
    );
  }
  return { embedded, port, siteUrl };
}

/** All processes that are started from here leave out the warning of supabase-js about Node 20. */
export function omitRepeatedWarning(): void {
  const { NODE_OPTIONS = "" } = process.env;
  const option = `--import=${pathToFileURL(path.join(import.meta.dirname, "quiet-warning.mjs")).href}`;
  if (!NODE_OPTIONS.includes(option)) process.env.NODE_OPTIONS = `${NODE_OPTIONS} ${option}`.trim();
}

function fillEmbedded(siteUrl: string): void {
  const keys = loadKeys(stateDirectory());
  process.env.SUPABASE_LOCAL_PORT ||= "54321";
  process.env.SUPABASE_LOCAL_FORWARD_PORT ||= String(Number(process.env.SUPABASE_LOCAL_PORT) + 2);
  process.env.SUPABASE_LOCAL_SITE_URL = siteUrl;
  process.env.SUPABASE_EMBEDDED = "1";
  process.env.NEXT_PUBLIC_SUPABASE_URL = `http://127.0.0.1:${process.env.SUPABASE_LOCAL_PORT}`;
  process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY = keys.publishableKey;
  process.env.SUPABASE_SECRET_KEY = keys.secretKey;
  process.env.LINK_TOKEN_SECRET ||= keys.linkTokenSecret;
  if (process.env.GOOGLE_CLIENT_ID) process.env.AUTH_GOOGLE_ENABLED = "1";
}
