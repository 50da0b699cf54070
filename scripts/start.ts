import { accountsBlock, say, stopWithReason } from "./start/console";
import { applyEnvironment } from "./start/environment";
import { ensureBuild } from "./start/build";
import { assertPortFree } from "./start/ports";
import { paymentsLine } from "./start/payments";
import { startBackend, startWeb, stopAll } from "./start/processes";

const dev = process.argv.includes("--dev");
Object.assign(process.env, { NODE_ENV: dev ? "development" : "production" });
const startedAt = Date.now();

process.on("SIGINT", () => void stopAll().then(() => process.exit(0)));
process.on("SIGTERM", () => void stopAll().then(() => process.exit(0)));

async function main() {
  const { embedded, port, siteUrl } = applyEnvironment();
  await assertPortFree(port);
  const backend = embedded ? await startBackend() : null;
  if (!dev) await ensureBuild();
  await startWeb({ dev, port });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  say(`\n  Portal LACAMBECHE pronto em ${seconds} s\n  Site      ${siteUrl}`);
  if (backend) say(`  E-mails   ${backend.mailboxUrl}\n${accountsBlock(backend.demoAccounts)}`);
  say(await paymentsLine());
  say("\n  Ctrl-C encerra tudo.");
  process.send?.({ type: "ready", siteUrl, mailboxUrl: backend?.mailboxUrl, databaseUrl: backend?.databaseUrl });
}

main().catch(async (error: unknown) => {
  await stopAll();
  stopWithReason(error);
});
