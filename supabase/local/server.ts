import path from "node:path";
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import WebSocket from "ws";
import { logAsJson, logCrashes } from "../../lib/platform/log";
import { Accounts } from "./accounts";
import { removeDecoys } from "./auth-sign-up";
import { guardAccountLinking, replaceGoogleEndpoints } from "./auth-google";
import { mailQuota } from "./auth-limits";
import { codeLifetimeMs, registerLink } from "./auth-tokens";
import type { Backend } from "./backend";
import { prepareDatabase } from "./boot";
import { libraryConfig, parseSize, readProjectConfig, redirectRule } from "./config";
import { openConnection } from "./connection";
import { databaseResponds, openProbe } from "./database-probe";
import { ensureDemoAccounts, lockDemoAccounts } from "./demo-accounts";
import { ensureDemoEvent } from "./demo-event";
import { ensureDemoSales } from "./demo-sales";
import { createGateways } from "./gateway";
import { lockInstance } from "./instance-lock";
import { loadKeys } from "./keys";
import { createMailer, libraryMailer } from "./mailer";
import { MailStore } from "./mail-store";
import { serviceUrl, userOf } from "./owner-role";
import { startPostgres } from "./postgres";
import { BootError, failed, progress, ready } from "./report";
import { setRoadSources } from "./road-sources";
import { readSettings, type Settings } from "./settings";
import { isLocalSite } from "../../lib/platform/local-site";
import { smtpSender } from "./smtp";
import { DiskStorage } from "./storage";
import { prepareSystem } from "./system-schema";

logAsJson("backend", process.env.LOG_FORMAT);
logCrashes();

const HOST = "127.0.0.1";
const STOP_MS = 7_500;
const OLDEST_POSTGRES = 150_000;

/** Cleanup functions for what was started, called in reverse order. */
const cleanups: (() => unknown)[] = [];
let isStopping = false;

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(code || 1), STOP_MS).unref();
  for (const cleanup of cleanups.reverse()) {
    try {
      await cleanup();
    } catch (error) {
      console.error("[backend]", error);
    }
  }
  process.exit(code);
}

async function openDatabase(settings: Settings): Promise<{ url: string; isUp: () => boolean }> {
  if (!settings.databaseUrl) {
    progress("abrindo o banco de dados local");
    const opening = startPostgres(settings.dir, settings.databasePort);
    // Registered before the database is open, so that a stop during startup also stops it.
    cleanups.push(async () => (await opening.catch(() => undefined))?.stop());
    return opening;
  }
  const probe = openProbe(settings.databaseUrl);
  try {
    if (!(await databaseResponds(probe))) {
      throw new BootError(
        "O banco de DATABASE_URL não responde; confira o endereço e a senha, ou remova a variável para usar o banco local.",
      );
    }
    const [version] = await probe`select current_setting('server_version_num')::int as number`;
    if (version?.number < OLDEST_POSTGRES)
      throw new BootError("O banco de DATABASE_URL é antigo demais; use PostgreSQL 15 ou mais novo.");
  } finally {
    await probe.end({ timeout: 1 });
  }
  return { url: settings.databaseUrl, isUp: () => true };
}

async function createApp(settings: Settings, url: string) {
  const { App, setExperimental } = await import("@supabase/lite");
  setExperimental("storage", true);
  const keys = loadKeys(settings.dir);
  const project = readProjectConfig();
  const connection = openConnection(await serviceUrl(url));
  cleanups.push(() => connection.driver.end({ timeout: 1 }));
  const mailStore = new MailStore(path.join(settings.dir, "mailbox"));
  const lifetimeMs = codeLifetimeMs(project.auth.email.otp_expiry);
  const sendBySmtp = settings.smtp && smtpSender(settings.smtp.url, settings.smtp.from);
  const takeFromQuota = settings.mailsPerHour === undefined ? undefined : mailQuota(settings.mailsPerHour);
  const delivery = { mailStore, sendBySmtp, takeFromQuota };
  const mailer = createMailer(settings.siteUrl, project.auth.email.template, delivery, (codeHash) =>
    registerLink(connection.driver, codeHash, lifetimeMs),
  );
  const app = new App({
    ...libraryConfig(project, settings, keys),
    connection,
    options: { server: { admin: false, disableStudio: true, middlewares: [guardAccountLinking(() => backend)] } },
  });
  app._storageAdapter = new DiskStorage(path.join(settings.dir, "storage"));
  app._mailer = libraryMailer(mailer);
  const sql = connection.driver;
  const backend: Backend = {
    app,
    sql,
    accounts: new Accounts(sql),
    keys,
    settings,
    isRedirectAllowed: redirectRule(settings.siteUrl),
  };
  return { backend, connection, mailer, mailStore, uploadBytes: parseSize(project.storage.file_size_limit) };
}

function listen(fetch: Parameters<typeof serve>[0]["fetch"], port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: HOST }, () => resolve()) as Server;
    server.once("error", () =>
      reject(new BootError(`A porta ${port} já está em uso por outro programa; feche-o ou defina ${variable}.`)),
    );
    cleanups.push(() => {
      server.close();
      server.closeAllConnections();
    });
  });
}

const ROAD_QUESTION =
  "pergunta: usar as estradas estaduais de SC e SP, de termos não confirmados? Sem resposta em /admin, ficam de fora";

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  cleanups.push(await lockInstance(settings.dir, settings.port));
  if (settings.google) replaceGoogleEndpoints(settings.google);
  const database = await openDatabase(settings);
  const { backend, connection, ...parts } = await createApp(settings, database.url);
  await prepareSystem(backend.app, backend.sql, userOf(database.url));
  await prepareDatabase(database.url);
  await connection.clearSchemaCache();
  await removeDecoys(backend);

  const probe = openProbe(database.url);
  cleanups.push(() => probe.end({ timeout: 1 }));
  const { local, forwarded } = createGateways({
    backend,
    ...parts,
    isDatabaseUp: database.isUp,
    isDatabaseAnswering: () => databaseResponds(probe),
  });
  const demoAccounts = settings.seedDemoAccounts ? await ensureDemoAccounts(backend, local) : [];
  if (!settings.seedDemoAccounts) await lockDemoAccounts(backend);
  if (await setRoadSources(backend, isLocalSite(settings.siteUrl))) progress(ROAD_QUESTION);
  const seller = demoAccounts.find(({ role }) => role === "vendedor");
  if (seller) await ensureDemoSales(backend, seller.email);
  const organizer = demoAccounts.find(({ role }) => role === "user");
  if (organizer) await ensureDemoEvent(backend, organizer.email);
  await listen(local.fetch, settings.port, "SUPABASE_LOCAL_PORT");
  if (settings.forwardPort) await listen(forwarded.fetch, settings.forwardPort, "SUPABASE_LOCAL_FORWARD_PORT");
  const url = `http://${HOST}:${settings.port}`;
  ready({ url, databaseUrl: database.url, mailboxUrl: `${url}/mailbox`, demoAccounts });
}

globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket; // supabase-js requires it and Node 20 lacks it
process.on("unhandledRejection", (reason) => console.error("[backend]", reason));
process.on("SIGTERM", () => void stop(0));
process.on("SIGINT", () => void stop(0)); // the terminal and npm may both send it; the process exits after Postgres has stopped
process.once("disconnect", () => void stop(0)); // the start script has exited

try {
  await start();
} catch (error) {
  if (!isStopping)
    failed(error instanceof BootError ? error.message : `O backend local não iniciou: ${(error as Error).message}`);
  if (!isStopping && !(error instanceof BootError)) console.error(error);
  await stop(1);
}
