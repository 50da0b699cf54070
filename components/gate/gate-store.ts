import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { GATE_DATABASE } from "@/lib/device-storage/rules";
import { isGateOver } from "@/lib/gate/rules";
import { gateDataSchema, readingSchema, type GateData, type Reading } from "@/lib/gate/schema";

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };
interface GateSchema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  lists: { key: string; value: Sealed & { endsAt: string; savedAt: number } };
  readings: { key: string; value: Sealed & { scope: string }; indexes: { scope: string } };
  /** Readings that the server answered after the stored list was downloaded. */
  answered: { key: string; value: Sealed & { scope: string }; indexes: { scope: string } };
}

let opened: Promise<IDBPDatabase<GateSchema>> | undefined;

function database(): Promise<IDBPDatabase<GateSchema>> {
  return (opened ??= openDB<GateSchema>(GATE_DATABASE, 2, {
    upgrade(db, version) {
      if (version < 1) {
        db.createObjectStore("keys");
        db.createObjectStore("lists");
        db.createObjectStore("readings").createIndex("scope", "scope");
      }
      db.createObjectStore("answered").createIndex("scope", "scope");
    },
  }));
}

/** One key per gate; its bytes cannot be read by any script. */
async function keyOf(scope: string): Promise<CryptoKey> {
  const db = await database();
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

async function seal(scope: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(scope), bytes) };
}

async function open(scope: string, { iv, data }: Sealed): Promise<unknown> {
  const bytes = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyOf(scope), data);
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
}

export async function saveList(scope: string, list: GateData): Promise<void> {
  const sealed = await seal(scope, list);
  await (await database()).put("lists", { ...sealed, endsAt: list.event.endsAt, savedAt: Date.now() }, scope);
}

/** The list of a gate on this device and when it was saved; null without one. */
export async function readList(scope: string): Promise<{ list: GateData; savedAt: number } | null> {
  const row = await (await database()).get("lists", scope);
  if (!row) return null;
  try {
    return { list: gateDataSchema.parse(await open(scope, row)), savedAt: row.savedAt };
  } catch {
    // A list of an earlier version of the portal is downloaded again.
    return null;
  }
}

export async function putReading(scope: string, reading: Reading): Promise<void> {
  const sealed = await seal(scope, reading);
  await (await database()).put("readings", { ...sealed, scope }, reading.nonce);
}

export async function unsentReadings(scope: string): Promise<Reading[]> {
  const rows = await (await database()).getAllFromIndex("readings", "scope", scope);
  return Promise.all(rows.map(async (row) => readingSchema.parse(await open(scope, row))));
}

export const unsentCount = async (scope: string): Promise<number> =>
  (await database()).countFromIndex("readings", "scope", scope);

export async function removeReadings(nonces: readonly string[]): Promise<void> {
  const writing = (await database()).transaction("readings", "readwrite");
  await Promise.all([...nonces.map((nonce) => writing.store.delete(nonce)), writing.done]);
}

/** A reading that counted, with the name of its reader. */
type Counted = Pick<Reading, "kind" | "listId" | "scannedAt"> & { registrationId: string; by: string };

/** Keeps an answered reading until a newer list is stored: it also counts after a reload without a connection. */
export async function putAnswered(scope: string, nonce: string, counted: Counted): Promise<void> {
  const sealed = await seal(scope, counted);
  await (await database()).put("answered", { ...sealed, scope }, nonce);
}

export const answeredNonces = async (scope: string): Promise<string[]> =>
  (await database()).getAllKeysFromIndex("answered", "scope", scope);

export async function answeredReadings(scope: string): Promise<Counted[]> {
  const rows = await (await database()).getAllFromIndex("answered", "scope", scope);
  const counted = await Promise.all(rows.map(async (row) => (await open(scope, row)) as Counted));
  return counted.toSorted((a, b) => a.scannedAt.localeCompare(b.scannedAt));
}

export async function removeAnswered(nonces: readonly string[]): Promise<void> {
  const writing = (await database()).transaction("answered", "readwrite");
  await Promise.all([...nonces.map((nonce) => writing.store.delete(nonce)), writing.done]);
}

/** Deletes one list, for example when a link was revoked. */
export async function removeList(scope: string): Promise<void> {
  await (await database()).delete("lists", scope);
  await removeAnswered(await answeredNonces(scope));
}

async function removeLists(isRemoved: (endsAt: string) => boolean): Promise<void> {
  const db = await database();
  for (const scope of await db.getAllKeys("lists")) {
    const row = await db.get("lists", scope);
    if (row && isRemoved(row.endsAt)) await removeList(scope);
  }
  for (const scope of await db.getAllKeys("keys")) {
    const isUsed = (await db.get("lists", scope)) ?? (await db.getKeyFromIndex("readings", "scope", scope));
    if (!isUsed) await db.delete("keys", scope);
  }
}

/** Deletes the lists of events that are over; readings stay until they are sent. */
export const removeOldLists = (): Promise<void> => removeLists((endsAt) => isGateOver(endsAt, Date.now()));

/** Deletes all lists of people, for example at sign-out; readings stay until they are sent. */
export const removeEveryList = (): Promise<void> => removeLists(() => true);
