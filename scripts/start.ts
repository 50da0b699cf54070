import path from "node:path";
import { isLocalSite } from "../lib/platform/local-site";
import { isJsonLog, logAsJson } from "../lib/platform/log";
import { accountsBlock, printLine, stopWithReason } from "./start/console";
import { applyEnvironment } from "./start/environment";
import { ensureBuild } from "./start/build";
import { assertPortFree } from "./start/ports";
import { paymentsLine } from "./start/payments";
import { startBackend, startWeb, startWorker, stopAll } from "./start/processes";
import { stateDirectory } from "./start/state-directory";

const dev = process.argv.includes("--dev");
Object.assign(process.env, { NODE_ENV: dev ? "development" : "production" });
const startedAt = Date.now();

process.on("SIGINT", () => void stopAll().then(() => process.exit(0)));
process.on("SIGTERM", () => void stopAll().then(() => process.exit(0)));

async function main() {
  const { embedded, port, siteUrl } = applyEnvironment();
  logAsJson("start", process.env.LOG_FORMAT);
  await assertPortFree(port);
  const backend = embedded ? await startBackend() : null;
  if (!dev) await ensureBuild();
  await startWeb({ dev, port });
  // Does not wait for the worker: the site works without it.
  if (backend) {
    // Passed only to the worker: other processes would treat DATABASE_URL as an external database.
    const environment = {
      DATABASE_URL: backend.databaseUrl,
      SUPABASE_LOCAL_DIR: stateDirectory(),
      WORKER_SITE_URL: process.env.WORKER_SITE_URL || `http://127.0.0.1:${port}`,
    };
    startWorker(environment).catch((error: Error) => console.error(error.message));
  }
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  printLine(`\n  Portal LACAMBECHE pronto em ${seconds} s\n  Site      ${siteUrl}`);
  if (backend) {
    const file = path.join(stateDirectory(), "demo-accounts.json");
    // A log that other programs read gets no passwords.
    const areShown = isLocalSite(siteUrl) && !isJsonLog(process.env.LOG_FORMAT);
    printLine(`  E-mails   ${backend.mailboxUrl}\n${accountsBlock(backend.demoAccounts, file, areShown)}`);
  }
  printLine(await paymentsLine());
  if (!backend) printLine("  Tarefas   inicie também `npm run worker` (e-mails, avisos e publicações agendadas)");
  printLine("\n  Ctrl-C encerra tudo.");
  process.send?.({ type: "ready", siteUrl, mailboxUrl: backend?.mailboxUrl, databaseUrl: backend?.databaseUrl });
}

main().catch(async (error: unknown) => {
  await stopAll();
  stopWithReason(error);
});
