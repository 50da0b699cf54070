import path from "node:path";
import type { App } from "@supabase/lite";
import type postgres from "postgres";
import WebSocket from "ws";
import { libraryConfig, readProjectConfig } from "./config";
import { openConnection } from "./connection";
import { loadKeys } from "./keys";
import { openOwner } from "./boot";
import { serviceUrl, userOf } from "./owner-role";
import { readSettings } from "./settings";
import { DiskStorage } from "./storage";
import { prepareSystem } from "./system-schema";

/** Creates a database with the schemas `auth` and `storage` beside an existing one; returns its address. */
export async function createEmptyDatabase(url: string, name: string, dir: string): Promise<string> {
  const sql = openOwner(url);
  try {
    await sql.unsafe(`create database ${name}`);
  } finally {
    await sql.end({ timeout: 2 });
  }
  const created = new URL(url);
  created.pathname = `/${name}`;
  await createSystemSchema(created.href, dir);
  return created.href;
}

/** Gives a database the schemas `auth` and `storage`, and the owners and grants of a hosted project. */
export function createSystemSchema(url: string, dir: string): Promise<void> {
  return withLibrary(url, dir, (app, sql) => prepareSystem(app, sql, userOf(url)));
}

/** Runs `work` with Supabase Lite on a database, as its superuser. */
export async function withLibrary(
  url: string,
  dir: string,
  work: (app: App, sql: postgres.Sql) => Promise<void>,
): Promise<void> {
  // Supabase Lite requires it and Node 20 lacks it.
  globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;
  const library = await import("@supabase/lite");
  library.setExperimental("storage", true);
  const connection = openConnection(await serviceUrl(url));
  try {
    const config = libraryConfig(readProjectConfig(), readSettings({ SUPABASE_LOCAL_DIR: dir }), loadKeys(dir));
    const app = new library.App({ ...config, connection, options: { server: { admin: false, disableStudio: true } } });
    // The schema `storage` is created only with an adapter.
    app._storageAdapter = new DiskStorage(path.join(dir, "storage"));
    await work(app, connection.driver);
  } finally {
    await connection.driver.end({ timeout: 1 });
  }
}
