import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { renderFunctionList, type SourceFile } from "./db/function-list";
import { withSchemaDatabase } from "./db/schema-database";
import { schemaFiles } from "./db/schema-files";

const ROOT = path.resolve(import.meta.dirname, "..");
const SOURCE_FOLDERS = ["app", "components", "lib", "scripts", "supabase/jobs", "supabase/local", "supabase/seed"];
const GENERATED = /^lib\/platform\/supabase\/database(?:\.types|-constants\/\w+)\.ts$/;

export const FUNCTIONS_FILE = path.join(ROOT, "supabase/FUNCTIONS.md");

/** TypeScript and SQL files of the product that may name functions, without tests. */
export function sourceFiles(): SourceFile[] {
  const files = SOURCE_FOLDERS.flatMap((folder) => {
    const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" });
    return names.map((name) => path.posix.join(folder, name.replaceAll("\\", "/")));
  });
  const isLeftOut = (file: string) => /\.test\.tsx?$/.test(file) || GENERATED.test(file);
  const isSource = (file: string) => /\.(?:tsx?|sql)$/.test(file) && !isLeftOut(file);
  return files
    .filter(isSource)
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), "utf8") }));
}

async function main(): Promise<void> {
  await withSchemaDatabase(async (sql) => {
    writeFileSync(FUNCTIONS_FILE, await renderFunctionList(sql, schemaFiles(), sourceFiles()));
  });
  console.info(`Gravado: ${path.relative(process.cwd(), FUNCTIONS_FILE)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
