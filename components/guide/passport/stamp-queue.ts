import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { PASSPORT_DATABASE } from "@/lib/platform/device-storage/rules";
import type { QueuedStamp } from "@/lib/guide/passport/rules";

interface PassportSchema extends DBSchema {
  stamps: { key: string; value: QueuedStamp };
  /** `owner`: the account that the server named last. */
  facts: { key: string; value: string };
}

const OWNER = "owner";
let opened: Promise<IDBPDatabase<PassportSchema>> | undefined;

function database(): Promise<IDBPDatabase<PassportSchema>> {
  return (opened ??= openDB<PassportSchema>(PASSPORT_DATABASE, 1, {
    upgrade(db) {
      db.createObjectStore("stamps", { keyPath: "clientId" });
      db.createObjectStore("facts");
    },
  }));
}

/** Stores a stamp; when the promise is fulfilled, it survives a crash of the browser. */
export async function queueStamp(stamp: QueuedStamp): Promise<void> {
  const writing = (await database()).transaction("stamps", "readwrite", { durability: "strict" });
  await Promise.all([writing.store.put(stamp), writing.done]);
}

/** Stamps that the server has not answered, oldest first. */
export async function queuedStamps(): Promise<QueuedStamp[]> {
  const stamps = await (await database()).getAll("stamps");
  return stamps.toSorted((a, b) => a.stampedAt.localeCompare(b.stampedAt));
}

export async function removeStamps(clientIds: readonly string[]): Promise<void> {
  const writing = (await database()).transaction("stamps", "readwrite");
  await Promise.all([...clientIds.map((id) => writing.store.delete(id)), writing.done]);
}

export const readOwner = async (): Promise<string | null> => (await (await database()).get("facts", OWNER)) ?? null;

export async function saveOwner(owner: string): Promise<void> {
  await (await database()).put("facts", owner, OWNER);
}

/** Removes everything at sign-out. */
export async function clearStamps(): Promise<void> {
  const writing = (await database()).transaction(["stamps", "facts"], "readwrite");
  await Promise.all([writing.objectStore("stamps").clear(), writing.objectStore("facts").clear(), writing.done]);
}
