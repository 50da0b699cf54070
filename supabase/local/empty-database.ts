import path from "node:path";
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
export async function createSystemSchema(url: string, dir: string): Promise<void> {
  // Supabase Lite requires it and Node 20 lacks it.
  globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;
  const { App, setExperimental } = await import("@supabase/lite");
  setExperimental("storage", true);
  const connection = openConnection(await serviceUrl(url));
  try {
    const config = libraryConfig(readProjectConfig(), readSettings({ SUPABASE_LOCAL_DIR: dir }), loadKeys(dir));
    const app = new App({ ...config, connection, options: { server: { admin: false, disableStudio: true } } });
    // The schema `storage` is created only with an adapter.
    app._storageAdapter = new DiskStorage(path.join(dir, "storage"));
    await prepareSystem(app, connection.driver, userOf(url));
  } finally {
    await connection.driver.end({ timeout: 1 });
  }
}
