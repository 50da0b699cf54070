import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { z } from "zod";
import type { READING_DATABASES } from "@/lib/platform/device-storage/rules";
import type { ReadingQueue, Sendable } from "./reading-queue";

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };
interface ReadingSchema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  lists: { key: string; value: Sealed & { endsAt: string; savedAt: number } };
  readings: { key: string; value: Sealed & { scope: string }; indexes: { scope: string } };
  /** Readings that the server answered after the stored list was downloaded. */
  answered: { key: string; value: Sealed & { scope: string }; indexes: { scope: string } };
}
type Database = IDBPDatabase<ReadingSchema>;

/** What a database keeps: `list` what a device reads codes with, `reading` what it has not sent yet. */
type StoreOptions<L, R> = {
  name: (typeof READING_DATABASES)[number];
  list: z.ZodType<L>;
  reading: z.ZodType<R>;
  /** Time from which `isOver` is true, so that a list must be deleted. */
  endsAt: (list: L) => string;
  isOver: (endsAt: string, now: number) => boolean;
};

const openDatabase = (name: string): Promise<Database> =>
  openDB<ReadingSchema>(name, 2, {
    upgrade(db, version) {
      if (version < 1) {
        db.createObjectStore("keys");
        db.createObjectStore("lists");
        db.createObjectStore("readings").createIndex("scope", "scope");
      }
      db.createObjectStore("answered").createIndex("scope", "scope");
    },
  });

/** One key per scope (a gate or a desk); its bytes cannot be read by any script. */
async function keyOf(db: Database, scope: string): Promise<CryptoKey> {
  const known = await db.get("keys", scope);
  if (known) return known;
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  const writing = db.transaction("keys", "readwrite");
  // Another tab may have stored its key meanwhile.
  const stored = await writing.store.get(scope);
  if (!stored) await writing.store.put(key, scope);
  await writing.done;
  return stored ?? key;
}

async function seal(db: Database, scope: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(db, scope), bytes) };
}

async function unseal(db: Database, scope: string, { iv, data }: Sealed): Promise<unknown> {
  const bytes = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyOf(db, scope), data);
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
}

async function removeRows(db: Database, table: "readings" | "answered", nonces: readonly string[]): Promise<void> {
  const writing = db.transaction(table, "readwrite");
  await Promise.all([...nonces.map((nonce) => writing.store.delete(nonce)), writing.done]);
}

async function removeList(db: Database, scope: string): Promise<void> {
  await db.delete("lists", scope);
  await removeRows(db, "answered", await db.getAllKeysFromIndex("answered", "scope", scope));
}

async function removeLists(db: Database, isRemoved: (endsAt: string) => boolean): Promise<void> {
  for (const scope of await db.getAllKeys("lists")) {
    const row = await db.get("lists", scope);
    if (row && isRemoved(row.endsAt)) await removeList(db, scope);
  }
  for (const scope of await db.getAllKeys("keys")) {
    const isUsed = (await db.get("lists", scope)) ?? (await db.getKeyFromIndex("readings", "scope", scope));
    if (!isUsed) await db.delete("keys", scope);
  }
}

/** Deletes all lists of a database, for example at sign-out; readings stay until they are sent. */
export async function removeEveryList(name: (typeof READING_DATABASES)[number]): Promise<void> {
  const db = await openDatabase(name);
  await removeLists(db, () => true).finally(() => db.close());
}

/** Encrypted storage of a list and of readings, separate by scope. C: what is kept of an answered reading. */
export function deviceStore<L, R extends Sendable, C extends { scannedAt: string }>(options: StoreOptions<L, R>) {
  let opened: Promise<Database> | undefined;
  const database = () => (opened ??= openDatabase(options.name));

  const lists = {
    saveList: async (scope: string, list: L) => {
      const db = await database();
      const row = { ...(await seal(db, scope, list)), endsAt: options.endsAt(list), savedAt: Date.now() };
      await db.put("lists", row, scope);
    },
    /** The list on this device and when it was saved; null without one. */
    readList: async (scope: string): Promise<{ list: L; savedAt: number } | null> => {
      const db = await database();
      const row = await db.get("lists", scope);
      if (!row) return null;
      try {
        return { list: options.list.parse(await unseal(db, scope, row)), savedAt: row.savedAt };
      } catch {
        // A list of an earlier version of the portal is downloaded again.
        return null;
      }
    },
    /** Deletes one list, for example when a link was revoked. */
    removeList: async (scope: string) => removeList(await database(), scope),
    /** Deletes the lists that are over; readings stay until they are sent. */
    removeOldLists: async () => removeLists(await database(), (endsAt) => options.isOver(endsAt, Date.now())),
  };

  const readings = {
    queueOf: (scope: string): ReadingQueue<R> => ({
      all: async () => {
        const db = await database();
        const rows = await db.getAllFromIndex("readings", "scope", scope);
        return Promise.all(rows.map(async (row) => options.reading.parse(await unseal(db, scope, row))));
      },
      put: async (reading) => {
        const db = await database();
        await db.put("readings", { ...(await seal(db, scope, reading)), scope }, reading.nonce);
      },
      remove: async (nonces) => removeRows(await database(), "readings", nonces),
    }),
    unsentCount: async (scope: string) => (await database()).countFromIndex("readings", "scope", scope),
  };

  const answered = {
    /** Keeps an answered reading until a newer list is stored: it also counts after a reload without a connection. */
    putAnswered: async (scope: string, nonce: string, counted: C) => {
      const db = await database();
      await db.put("answered", { ...(await seal(db, scope, counted)), scope }, nonce);
    },
    answeredNonces: async (scope: string) => (await database()).getAllKeysFromIndex("answered", "scope", scope),
    answeredReadings: async (scope: string): Promise<C[]> => {
      const db = await database();
      const rows = await db.getAllFromIndex("answered", "scope", scope);
      const counted = await Promise.all(rows.map(async (row) => (await unseal(db, scope, row)) as C));
      return counted.toSorted((a, b) => a.scannedAt.localeCompare(b.scannedAt));
    },
    removeAnswered: async (nonces: readonly string[]) => removeRows(await database(), "answered", nonces),
  };
  return { ...lists, ...readings, ...answered };
}
export type DeviceStore<L, R extends Sendable, C extends { scannedAt: string }> = ReturnType<
  typeof deviceStore<L, R, C>
>;
