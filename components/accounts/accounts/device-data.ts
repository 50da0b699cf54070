import {
  CACHES_REMOVED_AT_SIGN_OUT,
  CHECKLISTS_DATABASE,
  DRIVING_DATABASE,
  LOG_DATABASE,
  RALLY_DATABASE,
  PASSPORT_DATABASE,
  READING_DATABASES,
  RECORD_DRAFT_PREFIX,
  REMOVED_AT_SIGN_OUT,
  SALE_DRAFT_PREFIX,
} from "@/lib/platform/device-storage/rules";
import type { WorkerMessage } from "@/lib/platform/offline/rules";

const keysOf = (store: Storage) =>
  Object.keys(store).filter((key) => REMOVED_AT_SIGN_OUT.some((kept) => key.startsWith(kept)));

/** Whether this device has a draft of a sale that was not saved. */
export const hasUnsavedSale = (): boolean => Object.keys(localStorage).some((key) => key.startsWith(SALE_DRAFT_PREFIX));

/** Whether this device has typed texts of the panel that were not saved. */
export const hasPanelDraft = (): boolean =>
  Object.keys(localStorage).some((key) => key.startsWith(RECORD_DRAFT_PREFIX));

/** Removes personal data from the device at sign-out: clients' data, signatures and unsent forms. */
export function removeDeviceData(): void {
  for (const store of [localStorage, sessionStorage]) for (const key of keysOf(store)) store.removeItem(key);
  void removeLists().catch(() => undefined);
  void removeStamps().catch(() => undefined);
  void removePages().catch(() => undefined);
  void removeDriving().catch(() => undefined);
  void removeChecklists().catch(() => undefined);
  void removeLog().catch(() => undefined);
  void removeRally().catch(() => undefined);
}

/** Pages of the account. Outside of HTTPS there are no caches. */
async function removePages(): Promise<void> {
  if (!("caches" in window)) return;
  const removed = CACHES_REMOVED_AT_SIGN_OUT.map((name) => caches.delete(name));
  // The service worker may be fetching one of these pages, and would cache it afterwards.
  const worker = (await navigator.serviceWorker?.getRegistration())?.active;
  worker?.postMessage({ type: "SIGNED_OUT" } satisfies WorkerMessage);
  await Promise.all(removed);
}

/** The lists of gates and desks; the code is loaded only on devices that have read codes. */
async function removeLists(): Promise<void> {
  const databases = (await indexedDB.databases()).map(({ name }) => name);
  const kept = READING_DATABASES.filter((name) => databases.includes(name));
  if (kept.length === 0) return;
  const { removeEveryList } = await import("../../platform/readings/device-store");
  await Promise.allSettled(kept.map((name) => removeEveryList(name)));
}

/** Trips, and recorded positions that were not sent. */
async function removeDriving(): Promise<void> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === DRIVING_DATABASE)) return;
  const { clearDriving } = await import("../../travel/driving/driving-store");
  await clearDriving();
}

/** Checklists of cars, and answers and photos that were not sent. */
async function removeChecklists(): Promise<void> {
  if (!(await hasDatabase(CHECKLISTS_DATABASE))) return;
  await (await import("../../garage/checklists/checklist-store")).clearChecklists();
}

const hasDatabase = async (name: string) => (await indexedDB.databases()).some((database) => database.name === name);

/** Whether this device has entries of the log of a car that were not sent. */
export async function hasUnsentEntries(): Promise<boolean> {
  if (!(await hasDatabase(LOG_DATABASE))) return false;
  return (await import("../../garage/entries/log-store")).hasWaiting();
}

/** Cars, and entries of their log that were not sent. */
async function removeLog(): Promise<void> {
  if (await hasDatabase(LOG_DATABASE)) await (await import("../../garage/entries/log-store")).clearLog();
}

/** Books of rallies, and positions that were not sent. */
async function removeRally(): Promise<void> {
  if (await hasDatabase(RALLY_DATABASE)) await (await import("../../travel/driving/rally-store")).clearRally();
}

/** Stamps of the passport that were not sent; they contain positions. */
async function removeStamps(): Promise<void> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === PASSPORT_DATABASE)) return;
  const { clearStamps } = await import("../../guide/passport/stamp-queue");
  await clearStamps();
}
