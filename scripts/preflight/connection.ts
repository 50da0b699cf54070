import { isLocalSite } from "../../lib/platform/local-site";
import { failure, ok, warning, type Finding } from "./finding";

/** The project in the address of a hosted project; null for another address. */
export const projectOf = (url: string): string | null =>
  /^https:\/\/([a-z0-9]{20})\.supabase\.(?:co|in|red)\/?$/.exec(url)?.[1] ?? null;

/** The project of a connection string: in the host of a direct one, in the user of the pooler. */
function projectOfConnection({ hostname, username }: URL): string | null {
  const direct = /^db\.([a-z0-9]{20})\.supabase\.(?:co|in|red)$/.exec(hostname)?.[1];
  return direct ?? /^[a-z_]+\.([a-z0-9]{20})$/.exec(decodeURIComponent(username))?.[1] ?? null;
}

const TRANSACTION_PORT = "6543";

/** Checks which kind of connection string DATABASE_URL is, and that it belongs to the project. */
export function checkConnection(databaseUrl: string, projectUrl: string): Finding[] {
  if (!URL.canParse(databaseUrl))
    return [failure("DATABASE_URL: não é um endereço", "copie de novo; @, / e # na senha vão como %40, %2F e %23")];
  const url = new URL(databaseUrl);
  const [expected, found] = [projectOf(projectUrl), projectOfConnection(url)];
  if (expected && found && expected !== found)
    return [
      failure(
        `DATABASE_URL: é do projeto ${found}, e NEXT_PUBLIC_SUPABASE_URL do projeto ${expected}`,
        "use os dois do mesmo projeto",
      ),
    ];
  const isLocal = isLocalSite(`http://${url.host}`);
  if (!isLocal && !url.searchParams.has("sslmode"))
    return [warning("DATABASE_URL: sem sslmode, a conexão pode ir sem criptografia", "acrescente ?sslmode=require")];
  if (url.port === TRANSACTION_PORT)
    return [
      warning(
        "DATABASE_URL: pooler em modo de transação (porta 6543)",
        "o worker, o restauro e o push das migrações precisam de uma sessão: use o session pooler, porta 5432",
      ),
    ];
  if (url.hostname.startsWith("db.") && expected)
    return [ok("DATABASE_URL: conexão direta (só IPv6; em uma rede sem IPv6 use o session pooler)")];
  return [ok(`DATABASE_URL: ${url.hostname.includes("pooler") ? "session pooler" : url.hostname}`)];
}
