import type { App } from "@supabase/lite";
import type postgres from "postgres";
import type { Accounts } from "./accounts";
import type { Keys } from "./keys";
import type { Settings } from "./settings";

/** Shared by all routes: the Supabase Lite app, the database, keys and settings. */
export type Backend = {
  app: App;
  sql: postgres.Sql;
  accounts: Accounts;
  keys: Keys;
  settings: Settings;
  isRedirectAllowed: (target: string) => boolean;
};

/** Passes a request to Supabase Lite, with another body when one is given. */
export async function forward(backend: Backend, request: Request, body?: string): Promise<Response> {
  if (body === undefined) return backend.app.fetch(request);
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return backend.app.fetch(new Request(request.url, { method: request.method, headers, body }));
}
