import path from "node:path";
import { isLocalSite } from "../lib/platform/local-site";
import { isJsonLog, logAsJson } from "../lib/platform/log";
import { accountsBlock, printLine, stopWithReason } from "./start/console";
import { applyEnvironment } from "./start/environment";
import { build, finishBuild, isBuilt } from "./start/build";
import { nodeNotice } from "./start/node-version";
import { assertPortFree } from "./start/ports";
import { paymentsLine } from "./start/payments";
import { startBackend, startWeb, startWorker, stopAll, type BackendReady } from "./start/processes";
import { stateDirectory } from "./start/state-directory";
import { elapsed } from "./start/steps";

const dev = process.argv.includes("--dev");
Object.assign(process.env, { NODE_ENV: dev ? "development" : "production" });
const startedAt = Date.now();

process.on("SIGINT", () => void stopAll().then(() => process.exit(0)));
process.on("SIGTERM", () => void stopAll().then(() => process.exit(0)));

/** Prints where the site, the local mails and the demo accounts are, and what is switched off. */
async function printAddresses(siteUrl: string, backend: BackendReady | null): Promise<void> {
  printLine(`  Site      ${siteUrl}`);
  if (backend) {
    const file = path.join(stateDirectory(), "demo-accounts.json");
    // A log that other programs read gets no passwords.
    const areShown = isLocalSite(siteUrl) && !isJsonLog(process.env.LOG_FORMAT);
    printLine(`  E-mails   ${backend.mailboxUrl}\n${accountsBlock(backend.demoAccounts, file, areShown)}`);
  }
  printLine(await paymentsLine());
  if (!backend) printLine("  Tarefas   inicie também `npm run worker` (e-mails, avisos e publicações agendadas)");
  printLine("\n  Ctrl-C encerra tudo.");
}

async function main() {
  const { embedded, port, siteUrl } = applyEnvironment();
  logAsJson("start", process.env.LOG_FORMAT);
  await assertPortFree(port);
  const notice = nodeNotice();
  if (notice) printLine(notice);
  const isBuilding = !dev && !isBuilt();
  const starting = embedded ? startBackend(isBuilding ? "as páginas" : "o servidor do site") : Promise.resolve(null);
  const [backend] = await Promise.all([starting, isBuilding ? build({ backend: starting, isStart: true }) : null]);
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
  printLine(`\n  Portal LACAMBECHE pronto em ${elapsed(startedAt)}`);
  await printAddresses(siteUrl, backend);
  process.send?.({ type: "ready", siteUrl, mailboxUrl: backend?.mailboxUrl, databaseUrl: backend?.databaseUrl });
  if (!dev) await finishBuild();
  process.send?.({ type: "prepared" });
}

main().catch(async (error: unknown) => {
  await stopAll();
  stopWithReason(error);
});
