import fs from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import type { Keys } from "./keys";
import { BootError } from "./report";
import { ROOT, type Settings } from "./settings";

type Template = { subject: string; content_path: string };

export type MailTemplates = Record<"confirmation" | "magic_link" | "recovery" | "email_change" | "invite", Template>;

type ProjectConfig = {
  api: { schemas: string[] };
  db: { migrations: { schema_paths: string[] } };
  storage: { file_size_limit: string };
  auth: {
    minimum_password_length: number;
    email: { otp_length: number; otp_expiry: number; template: MailTemplates };
  };
};

const UNITS: Record<string, number> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

export function parseSize(text: string): number {
  const match = /^(\d+)\s*(B|KiB|MiB|GiB)$/.exec(text);
  const unit = UNITS[match?.[2] ?? ""];
  if (!match || !unit) throw new BootError(`file_size_limit "${text}" em supabase/config.toml deve ser como "10MiB".`);
  return Number(match[1]) * unit;
}

/** Reads the same config.toml as the official CLI; it contains no secrets. */
export function readProjectConfig(): ProjectConfig {
  const file = path.join(ROOT, "supabase/config.toml");
  try {
    return parse(fs.readFileSync(file, "utf8")) as unknown as ProjectConfig;
  } catch (error) {
    throw new BootError(`supabase/config.toml não pôde ser lido: ${(error as Error).message}`);
  }
}

/** The configuration for Supabase Lite: the project's file with this machine's address, keys and providers. */
export function libraryConfig(project: ProjectConfig, settings: Settings, keys: Keys) {
  const google = settings.google;
  return {
    ...project,
    api: { ...project.api, external_url: settings.siteUrl },
    auth: {
      ...project.auth,
      site_url: settings.siteUrl,
      additional_redirect_urls: [`${settings.siteUrl}/**`],
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      jwt_secret: keys.jwtSecret,
      external: {
        google: { enabled: Boolean(google), client_id: google?.clientId ?? "", secret: google?.clientSecret ?? "" },
      },
    },
  };
}

/** Prevents open redirects: a mail or sign-in may only redirect to the site itself. */
export function redirectRule(siteUrl: string): (target: string) => boolean {
  const { origin } = new URL(siteUrl);
  return (target) => {
    if (!URL.canParse(target, siteUrl)) return false;
    return new URL(target, siteUrl).origin === origin;
  };
}
