import { readFileSync } from "node:fs";
import { openConnection } from "../supabase/jobs/connection";
import { restoreBackup, type Restored } from "./backup/restore";
import { applyEnvironment } from "./start/environment";

function summaryOf({ tables, rows, accounts, removed, files, storedFiles, isContinued }: Restored): string[] {
  return [
    ...(isContinued ? ["As tabelas já estavam restauradas; a restauração continuou nos arquivos."] : []),
    `Restaurado: ${rows} linhas em ${tables} tabelas, ${accounts} contas e ${files} arquivos (${storedFiles} enviados agora).`,
    ...(removed > 0
      ? [`${removed} linhas mudaram ou ficaram de fora, porque o backup não tem a linha a que se referem.`]
      : []),
  ];
}

async function main(): Promise<void> {
  const file = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
  const databaseUrl = process.env.DATABASE_URL;
  if (!file || !databaseUrl)
    throw new Error("Uso: DATABASE_URL=postgres://… npm run backup:restore -- arquivo.zip [--replace]");
  applyEnvironment();
  const sql = openConnection(databaseUrl);
  try {
    const restored = await restoreBackup(new Uint8Array(readFileSync(file)), {
      sql,
      url: process.env.NEXT_PUBLIC_SUPABASE_URL ?? "",
      secretKey: process.env.SUPABASE_SECRET_KEY ?? "",
      replace: process.argv.includes("--replace"),
    });
    for (const line of summaryOf(restored)) console.info(line);
  } finally {
    await sql.end();
  }
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
