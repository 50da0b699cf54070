import { openConnection } from "../jobs/connection";
import { seed } from "./seed";

const url = process.env.DATABASE_URL;
if (!url) {
  console.error("Defina DATABASE_URL com o endereço do banco: DATABASE_URL=postgres://… npm run db:seed");
  process.exit(1);
}

const sql = openConnection(url);
try {
  await seed(sql, console.log);
  console.log("O conteúdo inicial está no banco.");
} catch (error) {
  console.error(`O conteúdo inicial não pôde ser carregado: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await sql.end();
}
