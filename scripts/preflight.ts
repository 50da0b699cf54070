import path from "node:path";
import { openDatabase } from "../supabase/jobs/connection";
import { listMigrations } from "../supabase/local/migrate";
import { checkMigrations, type Finding } from "./preflight/migrations";
import { applyEnvironment } from "./start/environment";

const MIGRATIONS = path.resolve(import.meta.dirname, "../supabase/migrations");

/** Checks a project before or after a deployment; exits with 1 when something is to be done. */
async function main(): Promise<Finding[]> {
  applyEnvironment();
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) throw new Error("Uso: DATABASE_URL=postgres://… npm run preflight");
  const sql = openDatabase(databaseUrl);
  try {
    return [await checkMigrations(sql, listMigrations(MIGRATIONS))];
  } finally {
    await sql.end();
  }
}

try {
  const findings = await main();
  for (const { isOk, text, advice } of findings)
    console.info([`${isOk ? "ok   " : "FALTA"} ${text}`, ...(advice ? [`      ${advice}`] : [])].join("\n"));
  process.exitCode = findings.every(({ isOk }) => isOk) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
