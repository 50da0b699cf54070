import postgres from "postgres";

const CONNECT_SECONDS = 10;

/** Options that both drivers understand alike: `sslmode=require` encrypts, `verify-…` also checks the certificate. */
export function connectionOptions(databaseUrl: string): { url: string; ssl: { rejectUnauthorized: boolean } | undefined } {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get("sslmode");
  url.searchParams.delete("sslmode");
  return { url: url.href, ssl: mode && mode !== "disable" ? { rejectUnauthorized: mode.startsWith("verify") } : undefined };
}

/** The worker's own connections to the database, as its owner. */
export function openDatabase(databaseUrl: string): postgres.Sql {
  const { url, ssl } = connectionOptions(databaseUrl);
  return postgres(url, {
    ssl,
    max: 3,
    connect_timeout: CONNECT_SECONDS,
    onnotice: () => {},
    connection: { application_name: "portal-worker" },
    // pg-boss passes JSON as text; the driver must not encode it a second time.
    types: { json: { to: 114, from: [114], serialize: (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)), parse: (text: string): unknown => JSON.parse(text) } },
  });
}
