import { logAsJson } from "../lib/platform/log";
import { stopWithReason } from "./start/console";
import { applyEnvironment } from "./start/environment";
import { startWorker, stopAll } from "./start/processes";

process.on("SIGINT", () => void stopAll().then(() => process.exit(0)));
process.on("SIGTERM", () => void stopAll().then(() => process.exit(0)));

/** Runs the worker for a site on hosted Supabase; with the embedded backend, `npm start` already runs it. */
async function main(): Promise<void> {
  const { embedded } = applyEnvironment();
  logAsJson("start", process.env.LOG_FORMAT);
  if (embedded) throw new Error("sem um projeto Supabase, `npm start` já inicia o worker.");
  if (!process.env.DATABASE_URL)
    throw new Error("falta DATABASE_URL, a conexão do projeto Supabase (Project Settings, Database).");
  await startWorker({});
  console.log("Worker em execução. Ctrl-C encerra.");
}

main().catch(async (error: unknown) => {
  await stopAll();
  stopWithReason(error);
});
