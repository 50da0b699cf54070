import path from "node:path";
import type { Sql } from "postgres";
import { verifyMails } from "../../lib/platform/mails/service";
import { listWebhookEndpoints } from "../../lib/commerce/payments/service";
import { openConnection } from "../../supabase/jobs/connection";
import { listMigrations } from "../../supabase/local/migrate";
import { checkAuthSettings, checkRedirects } from "./auth";
import { checkBuckets } from "./buckets";
import { checkBackups, checkContent, checkServer, checkWorker } from "./database";
import { checkConnection, projectOf } from "./connection";
import { checkEnvironment } from "./environment";
import { attempt, failure, ok, warning, type Finding } from "./finding";
import { checkKeys, type Project } from "./keys";
import { checkMail } from "./mail";
import { checkMigrations } from "./migrations";
import { checkProjectConfig } from "./project-config";
import { checkSite } from "./site";
import { checkStripe } from "./stripe";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../supabase/migrations");

type CardSettings = { enabled?: boolean; publishable_key?: string };

async function cardSettings(sql: Sql): Promise<CardSettings> {
  const [row] = await sql<{ value: CardSettings }[]>`
    select value from public.payment_settings where key = 'stripe_config'`;
  return row?.value ?? {};
}

/** Checks that need the tables of the portal. */
async function checkTables(sql: Sql, siteUrl: string): Promise<Finding[]> {
  const { enabled, publishable_key: publishableKey } = await cardSettings(sql);
  const card = {
    siteUrl,
    secretKey: process.env.STRIPE_SECRET_KEY,
    webhookSecret: process.env.STRIPE_WEBHOOK_SECRET,
    publishableKey,
    isEnabled: enabled === true,
    list: listWebhookEndpoints,
  };
  return [
    ...(await attempt("conteúdo", () => checkContent(sql))),
    ...(await attempt("buckets", () => checkBuckets(sql))),
    ...(await attempt("worker", () => checkWorker(sql))),
    ...(await attempt("backup", () => checkBackups(sql))),
    ...(await attempt("Stripe", () => checkStripe(card))),
  ];
}

async function checkDatabase(databaseUrl: string, siteUrl: string): Promise<Finding[]> {
  const sql = openConnection(databaseUrl);
  try {
    const server = await attempt("banco", () => checkServer(sql));
    const migrations = await attempt("migrações", async () => {
      const { isOk, text, advice = "" } = await checkMigrations(sql, listMigrations(MIGRATIONS));
      return [isOk ? ok(text) : failure(text, advice)];
    });
    const isComplete = [...server, ...migrations].every(({ level }) => level !== "failure");
    return [...server, ...migrations, ...(isComplete ? await checkTables(sql, siteUrl) : [])];
  } finally {
    await sql.end();
  }
}

/** The auth server, its settings and the keys of a Supabase project. */
async function checkProject(project: Project, siteUrl: string): Promise<Finding[]> {
  const isGoogleShown = /^(?:1|true)$/.test(process.env.AUTH_GOOGLE_ENABLED ?? "");
  const ref = projectOf(project.url);
  return [
    ...(await attempt("chaves", () => checkKeys(project))),
    ...(await attempt("autenticação", () => checkAuthSettings(project, isGoogleShown))),
    ...(await attempt("redirecionamentos", () => checkRedirects(project, siteUrl))),
    ...(ref
      ? await attempt("configuração", () => checkProjectConfig(ref, siteUrl, process.env.SUPABASE_ACCESS_TOKEN))
      : [warning("projeto: o endereço não é de um projeto do Supabase", "modelos de e-mail e limites: confira à mão")]),
  ];
}

/** Runs every check. This module may be imported only when the environment is complete: its imports read it. */
export async function runChecks(databaseUrl: string): Promise<Finding[]> {
  const { SMTP_URL: smtpUrl, MAIL_FROM: mailFrom } = process.env;
  const siteUrl = new URL(process.env.NEXT_PUBLIC_SITE_URL ?? "").origin;
  const project = {
    url: process.env.NEXT_PUBLIC_SUPABASE_URL ?? "",
    publishableKey: process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY ?? "",
    secretKey: process.env.SUPABASE_SECRET_KEY ?? "",
  };
  return [
    ...checkEnvironment(process.env),
    ...checkConnection(databaseUrl, project.url),
    ...(await checkDatabase(databaseUrl, siteUrl)),
    ...(await checkProject(project, siteUrl)),
    ...(await attempt("SMTP", () => checkMail({ smtpUrl, mailFrom, verify: verifyMails }))),
    ...(await checkSite(siteUrl)),
  ];
}
