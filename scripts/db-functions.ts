import { readdirSync, readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { openOwner } from "../supabase/local/boot";
import { createEmptyDatabase } from "../supabase/local/empty-database";
import { startPostgres } from "../supabase/local/postgres";
import { renderFunctionList, type SourceFile } from "./db/function-list";
import { applySchemaFiles, schemaFiles } from "./db/schema-files";

const ROOT = path.resolve(import.meta.dirname, "..");
const SOURCE_FOLDERS = ["app", "components", "lib", "scripts", "supabase/jobs", "supabase/local", "supabase/seed"];
const GENERATED = ["lib/platform/supabase/database.types.ts"];
const PORT = Number(process.env.COMPARE_DATABASE_PORT ?? "54440");

export const FUNCTIONS_FILE = path.join(ROOT, "supabase/FUNCTIONS.md");

/** TypeScript and SQL files of the product that may name functions, without tests. */
export function sourceFiles(): SourceFile[] {
  const files = SOURCE_FOLDERS.flatMap((folder) => {
    const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" });
    return names.map((name) => path.posix.join(folder, name.replaceAll("\\", "/")));
  });
  const isLeftOut = (file: string) => /\.test\.tsx?$/.test(file) || GENERATED.includes(file);
  const isSource = (file: string) => /\.(?:tsx?|sql)$/.test(file) && !isLeftOut(file);
  return files
    .filter(isSource)
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), "utf8") }));
}

async function main(): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-functions-"));
  const server = await startPostgres(path.join(dir, "server"), PORT);
  try {
    const sql = openOwner(await createEmptyDatabase(server.url, "functions", dir));
    await applySchemaFiles(sql);
    writeFileSync(FUNCTIONS_FILE, await renderFunctionList(sql, schemaFiles(), sourceFiles()));
    await sql.end({ timeout: 2 });
    console.info(`Gravado: ${path.relative(process.cwd(), FUNCTIONS_FILE)}`);
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
