import path from "node:path";
import { openDatabase } from "../supabase/jobs/connection";
import { listMigrations } from "../supabase/local/migrate";
import { rebaseline } from "../supabase/local/rebaseline";
import { applyEnvironment } from "./start/environment";

const MIGRATIONS = path.resolve(import.meta.dirname, "../supabase/migrations");

/** Gives a hosted project that recorded an earlier list of migrations what it lacks of them and the present records. */
async function main(): Promise<void> {
  applyEnvironment();
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) throw new Error("Uso: DATABASE_URL=postgres://… npm run db:rebaseline");
  const sql = openDatabase(databaseUrl);
  try {
    const isChanged = await rebaseline(sql, listMigrations(MIGRATIONS), (text) => console.info(text));
    console.info(isChanged ? "Agora: npx supabase db push" : "O projeto já registrou as migrações atuais.");
  } finally {
    await sql.end();
  }
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
