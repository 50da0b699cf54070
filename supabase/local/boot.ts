import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import postgres from "postgres";
import { applyMigrations } from "./migrate";
import { BootError, progress } from "./report";
import { ROOT } from "./settings";

type Seed = (sql: postgres.Sql, log: (text: string) => void) => Promise<void>;

async function runSeed(sql: postgres.Sql): Promise<void> {
  const file = path.join(ROOT, "supabase/seed/seed.ts");
  if (!fs.existsSync(file)) {
    progress("sem conteúdo inicial para carregar");
    return;
  }
  try {
    const { seed } = (await import(pathToFileURL(file).href)) as { seed: Seed };
    await seed(sql, progress);
  } catch (error) {
    throw new BootError(`O conteúdo inicial não pôde ser carregado: ${(error as Error).message}`);
  }
}

/** Connects as the owner, with the search path of a hosted project. */
export function openOwner(url: string): postgres.Sql {
  return postgres(url, { max: 1, onnotice: () => {}, connection: { search_path: '"$user", public, extensions' } });
}

/** Applies pending migrations and seeds an empty database, as the owner. */
export async function prepareDatabase(url: string): Promise<void> {
  const sql = openOwner(url);
  try {
    const applied = await applyMigrations(sql, path.join(ROOT, "supabase/migrations"));
    if (applied > 0) progress(`${applied} migrações aplicadas`);
    await runSeed(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}
