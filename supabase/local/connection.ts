import type postgres from "postgres";
import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import { requestContext } from "./request-context";

const POOL_SIZE = 10;
const CONNECT_SECONDS = 3;
const RECONNECT_SECONDS = 0.2;
const STATEMENT_TIMEOUT_MS = 15_000;
const SEARCH_PATH = '"$user", public, extensions';

const OID = { json: 114, timestamptz: 1184, numeric: 1700, jsonb: 3802 } as const;

/** Converts a Postgres timestamp to PostgREST's ISO format ("T", "+00:00"). */
export function isoTimestamp(value: string): string {
  return value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
}

/** Supabase Lite passes JSON that is already serialized; serializing it again would store a jsonb string. */
export function jsonText(value: unknown): string {
  return typeof value === "string" && /^[[{]/.test(value) ? value : JSON.stringify(value);
}

type PostgresFailure = { code: string; message: string; detail?: string; hint?: string };

function isFailure(value: unknown): value is PostgresFailure {
  return typeof value === "object" && value !== null && "code" in value && typeof value.code === "string";
}

const ALREADY_MAPPED = new Set(["23502", "23503", "23505"]);
const MAPPED_CLASSES = /^(P0|23|28|08|40|57|54|58|XX)[0-9A-Z]{3}$/;

function statusOf(code: string): number {
  if (code === "P0001" || code.startsWith("23")) return 400;
  if (code.startsWith("28")) return 403;
  if (code.startsWith("08") || code.startsWith("57P")) return 503;
  return 500;
}

/** Converts raised exceptions and failed checks to PostgREST errors; Supabase Lite would answer 500 without a code. */
export function postgrestError(failure: unknown): unknown {
  if (!isFailure(failure) || !MAPPED_CLASSES.test(failure.code) || ALREADY_MAPPED.has(failure.code)) return failure;
  const { code, message, detail = null, hint = null } = failure;
  return {
    code: "PGRST",
    message: JSON.stringify({ code, message, details: detail, hint }),
    detail: JSON.stringify({ status: statusOf(code), headers: {} }),
  };
}

const json = { serialize: jsonText, parse: (text: string): unknown => JSON.parse(text) };

/** The statement timeouts of roles, and of functions as `rpc/name`. */
async function readTimeouts(sql: postgres.Sql): Promise<Map<string, string>> {
  const rows = await sql<{ owner: string; timeout: string }[]>`
    with setting (owner, text) as (
      select setrole::regrole::text, unnest(setconfig) from pg_db_role_setting where setdatabase = 0
      union all
      select 'rpc/' || proname, unnest(proconfig) from pg_proc where pronamespace = 'public'::regnamespace
    )
    select owner, substr(text, length('statement_timeout=') + 1) as timeout
    from setting where text like 'statement_timeout=%'`;
  return new Map(rows.map(({ owner, timeout }) => [owner, timeout]));
}

/**
 * PostgREST does the same: switching to a role does not apply its settings, and the timeout of a function counts from
 * the start of a statement, so it is set before the call. Roles without a timeout have that of `authenticator`.
 */
function applyTimeouts(connection: PostgresConnection): void {
  let reading: Promise<Map<string, string>> | undefined;
  const withContext = connection.withContext.bind(connection);
  connection.withContext = async (context, run, options) => {
    if (!context) return withContext(context, run, options);
    reading ??= readTimeouts(connection.driver);
    const timeouts = await reading.catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    const { role = "anon" } = (context.auth ?? {}) as { role?: string };
    const called = timeouts.get(`rpc/${requestContext.getStore()?.calledFunction}`);
    const timeout = called ?? timeouts.get(role) ?? timeouts.get("authenticator") ?? "0";
    const runInTime: typeof run = async (db) => {
      await db
        .selectNoFrom((eb) =>
          eb.fn<string>("set_config", [eb.val("statement_timeout"), eb.val(timeout), eb.lit(true)]).as("timeout"),
        )
        .execute();
      return run(db);
    };
    return withContext(context, runInTime, options);
  };
}

/** Opens Supabase Lite's connection pool with PostgREST's wire formats and errors. */
export function openConnection(url: string): PostgresConnection {
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: POOL_SIZE,
      connect_timeout: CONNECT_SECONDS,
      backoff: () => RECONNECT_SECONDS,
      onnotice: () => {},
      connection: { search_path: SEARCH_PATH, statement_timeout: STATEMENT_TIMEOUT_MS },
      types: {
        jsonb: { ...json, to: OID.jsonb, from: [OID.jsonb] },
        json: { ...json, to: OID.json, from: [OID.json] },
        timestamptz: {
          to: OID.timestamptz,
          from: [OID.timestamptz],
          serialize: (value: string) => value,
          parse: isoTimestamp,
        },
        numeric: { to: OID.numeric, from: [OID.numeric], serialize: String, parse: Number },
      },
    },
  });
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => postgrestError(normalize(error));
  // Prevents Supabase Lite's first request from granting everything in every schema, which would undo the migrations' revokes; bootstrap.sql grants instead.
  Object.assign(connection, { rlsState: "active" });
  applyTimeouts(connection);
  return connection;
}
