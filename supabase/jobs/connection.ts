import postgres from "postgres";

const CONNECT_SECONDS = 10;

/** Connection options with the same meaning in both drivers: `sslmode=require` encrypts, `verify-…` also checks the certificate. */
export function connectionOptions(databaseUrl: string): {
  url: string;
  ssl: { rejectUnauthorized: boolean } | undefined;
} {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get("sslmode");
  url.searchParams.delete("sslmode");
  return {
    url: url.href,
    ssl: mode && mode !== "disable" ? { rejectUnauthorized: mode.startsWith("verify") } : undefined,
  };
}

/** Opens the worker's database connections as the database owner. */
export function openDatabase(databaseUrl: string): postgres.Sql {
  const { url, ssl } = connectionOptions(databaseUrl);
  return postgres(url, {
    ssl,
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
