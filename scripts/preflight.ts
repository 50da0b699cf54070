import { failure, printed, type Finding } from "./preflight/finding";
import { applyEnvironment } from "./start/environment";

/** Checks a project before or after a deployment; exits with 1 when something is to be done. */
async function main(): Promise<Finding[]> {
  applyEnvironment();
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) throw new Error("Uso: DATABASE_URL=postgres://… npm run preflight");
  const { runChecks } = await import("./preflight/run");
  return runChecks(databaseUrl);
}

const findings = await main().catch((error: Error) => [failure(error.message, "")]);
for (const finding of findings) console.info(printed(finding));
process.exitCode = findings.some(({ level }) => level === "failure") ? 1 : 0;
