import { readFileSync } from "node:fs";
import postgres from "postgres";
import { restoreBackup } from "./backup/restore";
import { applyEnvironment } from "./start/environment";

async function main(): Promise<void> {
  const file = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
  const databaseUrl = process.env.DATABASE_URL;
  if (!file || !databaseUrl)
    throw new Error("Uso: DATABASE_URL=postgres://… npm run backup:restore -- arquivo.zip [--replace]");
  applyEnvironment();
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const { tables, files } = await restoreBackup(new Uint8Array(readFileSync(file)), {
      sql,
      url: process.env.NEXT_PUBLIC_SUPABASE_URL ?? "",
      secretKey: process.env.SUPABASE_SECRET_KEY ?? "",
      replace: process.argv.includes("--replace"),
    });
    console.info(
      `Restaurado: ${tables.reduce((sum, { rows }) => sum + rows, 0)} linhas em ${tables.length} tabelas e ${files.length} arquivos.`,
    );
  } finally {
    await sql.end();
  }
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
