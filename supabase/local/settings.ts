import path from "node:path";
import { isLocalSite } from "../../lib/platform/local-site";
import { BootError } from "./report";

const DEFAULT_PORT = 54321;
const DEFAULT_DATABASE_PORT = 54322;
const HIGHEST_PORT = 65535;

/** The repository root, base path for migrations, templates and config.toml. */
export const ROOT = path.resolve(import.meta.dirname, "../..");

export type GoogleSettings = {
  clientId: string;
  clientSecret: string;
  /** Replaces Google's addresses, so that tests can run the sign-in against a test provider. */
  endpoints: { authorize?: string; token?: string; userinfo?: string };
};

export type Settings = {
  port: number;
  /** Port for the browser calls that the site's server forwards; without it nothing is forwarded. */
  forwardPort?: number;
  databasePort: number;
  dir: string;
  siteUrl: string;
  databaseUrl?: string;
  google?: GoogleSettings;
  /** Enables accounts with a phone number; their SMS go to the local mailbox and are never sent. */
  offersPhone: boolean;
  seedDemoAccounts: boolean;
  /** Mails that the auth server sends in an hour, to all addresses together; without it any number. */
  mailsPerHour?: number;
  /** Without it, mails go to the local mailbox. */
  smtp?: { url: string; from: string };
};

type Source = Record<string, string | undefined>;

function port(source: Source, name: string, fallback: number): number {
  const value = source[name] ? Number(source[name]) : fallback;
  if (Number.isInteger(value) && value > 0 && value <= HIGHEST_PORT) return value;
  throw new BootError(
    `${name} deve ser um número de porta entre 1 e ${HIGHEST_PORT}; corrija o valor "${source[name]}".`,
  );
}

function mailsPerHour(given: string | undefined): number | undefined {
  if (!given) return undefined;
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new BootError(`SUPABASE_LOCAL_MAILS_PER_HOUR deve ser um número inteiro; corrija o valor "${given}".`);
}

function google(source: Source): GoogleSettings | undefined {
  const clientId = source.GOOGLE_CLIENT_ID;
  const clientSecret = source.GOOGLE_CLIENT_SECRET;
  if (!clientId || !clientSecret) return undefined;
  return {
    clientId,
    clientSecret,
    endpoints: {
      authorize: source.GOOGLE_AUTHORIZE_URL || undefined,
      token: source.GOOGLE_TOKEN_URL || undefined,
      userinfo: source.GOOGLE_USERINFO_URL || undefined,
    },
  };
}

/** Reads the environment once; throws a BootError that names the invalid variable. */
export function readSettings(source: Source): Settings {
  const siteUrl = source.SUPABASE_LOCAL_SITE_URL || "http://localhost:3000";
  if (!URL.canParse(siteUrl)) throw new BootError(`SUPABASE_LOCAL_SITE_URL não é um endereço válido: "${siteUrl}".`);
  return {
    port: port(source, "SUPABASE_LOCAL_PORT", DEFAULT_PORT),
    forwardPort: source.SUPABASE_LOCAL_FORWARD_PORT
      ? port(source, "SUPABASE_LOCAL_FORWARD_PORT", DEFAULT_PORT)
      : undefined,
    databasePort: port(source, "SUPABASE_LOCAL_DB_PORT", DEFAULT_DATABASE_PORT),
    dir: path.resolve(source.SUPABASE_LOCAL_DIR || path.join(ROOT, "supabase/.temp")),
    siteUrl: siteUrl.replace(/\/+$/, ""),
    databaseUrl: source.DATABASE_URL || undefined,
    google: google(source),
    smtp: source.SMTP_URL
      ? { url: source.SMTP_URL, from: source.MAIL_FROM || `Portal LACAMBECHE <no-reply@${new URL(siteUrl).hostname}>` }
      : undefined,
    mailsPerHour: mailsPerHour(source.SUPABASE_LOCAL_MAILS_PER_HOUR),
    offersPhone: source.SUPABASE_LOCAL_SMS === "1",
    seedDemoAccounts: source.SUPABASE_LOCAL_DEMO ? source.SUPABASE_LOCAL_DEMO !== "0" : isLocalSite(siteUrl),
  };
}
