import { readFileSync } from "node:fs";
import postgres from "postgres";

const CONNECT_SECONDS = 10;
/** Port of Supabase's pooler in transaction mode; in session mode it listens on 5432. */
const TRANSACTION_POOLER_PORT = "6543";

type Security = { rejectUnauthorized: boolean; ca?: string; checkServerIdentity?: () => undefined };

/** The meaning of libpq's `sslmode` and `sslrootcert`; `require` with a certificate is `verify-ca`, as in libpq. */
function security(mode: string | null, certificate: string | null): Security | undefined {
  if (!mode || mode === "disable") return undefined;
  const ca = certificate ? { ca: readFileSync(certificate, "utf8") } : {};
  if (mode === "verify-full") return { rejectUnauthorized: true, ...ca };
  if (mode === "verify-ca" || certificate)
    return { rejectUnauthorized: true, ...ca, checkServerIdentity: () => undefined };
  return { rejectUnauthorized: false };
}

/**
 * Options of a connection string with the same meaning in both drivers. Behind a pooler in transaction mode every
 * statement may run on another connection: none is prepared by name, and nothing outlives its transaction, such as
 * session locks or LISTEN.
 */
export function connectionOptions(databaseUrl: string): {
  url: string;
  ssl: Security | undefined;
  prepare: boolean;
} {
  const url = new URL(databaseUrl);
  const { searchParams: query } = url;
  const ssl = security(query.get("sslmode"), query.get("sslrootcert"));
  const prepare = url.port !== TRANSACTION_POOLER_PORT && query.get("pgbouncer") !== "true";
  for (const name of ["sslmode", "sslrootcert", "pgbouncer"]) query.delete(name);
  return { url: url.href, ssl, prepare };
}

/** Opens one connection for a command. */
export function openConnection(databaseUrl: string): postgres.Sql {
  const { url, ...options } = connectionOptions(databaseUrl);
  return postgres(url, { ...options, max: 1, connect_timeout: CONNECT_SECONDS, onnotice: () => {} });
}

/** Opens the worker's database connections as the database owner. */
export function openDatabase(databaseUrl: string): postgres.Sql {
  const { url, ...options } = connectionOptions(databaseUrl);
  return postgres(url, {
    ...options,
    max: 3,
    connect_timeout: CONNECT_SECONDS,
    onnotice: () => {},
    connection: { application_name: "portal-worker" },
    // pg-boss passes JSON as text; the driver must not encode it a second time.
    types: {
      json: {
        to: 114,
        from: [114],
        serialize: (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)),
        parse: (text: string): unknown => JSON.parse(text),
      },
    },
  });
}
