import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type postgres from "postgres";
import { openOwner } from "../../supabase/local/boot";
import { createEmptyDatabase } from "../../supabase/local/empty-database";
import { startPostgres } from "../../supabase/local/postgres";
import { applySchemaFiles } from "./schema-files";

const PORT = Number(process.env.COMPARE_DATABASE_PORT ?? "54440");

/** Calls `work` with a database that supabase/schemas built, which is deleted afterwards. */
export async function withSchemaDatabase(work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-schema-"));
  const server = await startPostgres(path.join(dir, "server"), PORT);
  try {
    const sql = openOwner(await createEmptyDatabase(server.url, "schema", dir));
    await applySchemaFiles(sql);
    await work(sql);
    await sql.end({ timeout: 2 });
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
