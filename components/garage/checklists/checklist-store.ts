import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { CHECKLISTS_CACHE, CHECKLISTS_DATABASE } from "@/lib/platform/device-storage/rules";
import type { DeviceChecklist } from "@/lib/garage/checklists/device/rules";

/** A photo that was not sent yet. */
export type StoredPhoto = {
  id: string;
  owner: string;
  checklist: string;
  vehicle: string;
  item: string;
  blob: Blob;
  isRefused: boolean;
};

interface ChecklistsSchema extends DBSchema {
  checklists: { key: string; value: DeviceChecklist };
  photos: { key: string; value: StoredPhoto };
  /** `owner`: the account that the server named last. */
  facts: { key: string; value: string };
}

const OWNER = "owner";
const STORES = ["checklists", "photos", "facts"] as const;
let opened: Promise<IDBPDatabase<ChecklistsSchema>> | undefined;

function database(): Promise<IDBPDatabase<ChecklistsSchema>> {
  return (opened ??= openDB<ChecklistsSchema>(CHECKLISTS_DATABASE, 1, {
    upgrade(db) {
      db.createObjectStore("checklists", { keyPath: "id" });
      db.createObjectStore("photos", { keyPath: "id" });
      db.createObjectStore("facts");
    },
  }));
}

/** Stores a checklist; when the promise is fulfilled, it survives a crash of the browser. */
export async function storeChecklist(device: DeviceChecklist): Promise<void> {
  const writing = (await database()).transaction("checklists", "readwrite", { durability: "strict" });
  await Promise.all([writing.store.put(device), writing.done]);
}

/**
 * Changes a stored checklist in one transaction, so that two tabs and the upload never lose each other's changes; null
 * when the device does not have it.
 */
export async function changeChecklist(
  id: string,
  change: (device: DeviceChecklist) => DeviceChecklist,
): Promise<DeviceChecklist | null> {
  const writing = (await database()).transaction("checklists", "readwrite", { durability: "strict" });
  const known = await writing.store.get(id);
  const next = known ? change(known) : null;
  if (next) await writing.store.put(next);
  await writing.done;
  return next;
}

const isOf = (owner: string | null) => (stored: { owner: string }) => stored.owner === owner;

/** A checklist of the account that uses the device; null without one. */
export async function readChecklist(id: string): Promise<DeviceChecklist | null> {
  const found = await (await database()).get("checklists", id);
  return found && isOf(await readOwner())(found) ? found : null;
}

/** Checklists on the device, of the account that uses it. */
export const storedChecklists = async (): Promise<DeviceChecklist[]> =>
  (await (await database()).getAll("checklists")).filter(isOf(await readOwner()));

export async function removeChecklist(id: string): Promise<void> {
  const writing = (await database()).transaction(["checklists", "photos"], "readwrite");
  const photos = writing.objectStore("photos");
  for (const photo of await photos.getAll()) if (photo.checklist === id) await photos.delete(photo.id);
  await writing.objectStore("checklists").delete(id);
  await writing.done;
}

export async function storePhoto(photo: StoredPhoto): Promise<void> {
  const writing = (await database()).transaction("photos", "readwrite", { durability: "strict" });
  await Promise.all([writing.store.put(photo), writing.done]);
}

export const storedPhotos = async (): Promise<StoredPhoto[]> =>
  (await (await database()).getAll("photos")).filter(isOf(await readOwner()));

export async function removePhoto(id: string): Promise<void> {
  await (await database()).delete("photos", id);
}

export const readOwner = async (): Promise<string | null> => (await (await database()).get("facts", OWNER)) ?? null;

/** Notes the account of the device and removes the pages of another one. Its unsent answers stay until it signs in again. */
export async function saveOwner(owner: string): Promise<void> {
  const known = await readOwner();
  if (known === owner) return;
  if (known && "caches" in window) await caches.delete(CHECKLISTS_CACHE);
  await (await database()).put("facts", owner, OWNER);
}

/** Removes everything at sign-out. */
export async function clearChecklists(): Promise<void> {
  const writing = (await database()).transaction(STORES, "readwrite");
  await Promise.all([...STORES.map((name) => writing.objectStore(name).clear()), writing.done]);
}
