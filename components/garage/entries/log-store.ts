import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { LOG_DATABASE } from "@/lib/platform/device-storage/rules";
import { RECENT_ENTRIES } from "@/lib/garage/entries/rules";
import type { LogCar, SaveEntry, SaveEntryAnswer, StoredEntry } from "@/lib/garage/entries/schema";
import { outcomeKey } from "@/lib/platform/outcome";

export type Refusal = Exclude<ReturnType<typeof outcomeKey<SaveEntryAnswer>>, "saved" | "conflict">;

/** An entry that the server does not have in this form. */
export type WaitingEntry = SaveEntry & {
  owner: string;
  /** Unix time in milliseconds. */
  savedAt: number;
  /** New with every change on the device, so that the answer to an earlier version does not remove a later one. */
  revision: string;
  refusal: Refusal | null;
  /** The stored version that another device saved meanwhile. */
  theirs: StoredEntry | null;
};

/** A photo or receipt that is sent after its entry. */
export type WaitingFile = {
  id: string;
  owner: string;
  vehicle: string;
  entry: string;
  kind: "photo" | "receipt";
  name: string;
  blob: Blob;
  isRefused: boolean;
};

export type Log = {
  owner: string | null;
  /** The car that was used last comes first. */
  cars: LogCar[];
  entries: WaitingEntry[];
  files: WaitingFile[];
  lastSentAt: number | null;
};

type StoredCar = LogCar & { owner: string };
interface LogSchema extends DBSchema {
  cars: { key: string; value: StoredCar };
  entries: { key: string; value: WaitingEntry };
  files: { key: string; value: WaitingFile };
  /** `owner`: the account that the server named last. `lastSentAt` and `used:<car>`: Unix milliseconds. */
  facts: { key: string; value: string | number };
}

const STORES = ["cars", "entries", "files", "facts"] as const;
const CHANNEL = "vehicle-log";
const [OWNER, LAST_SENT, USED] = ["owner", "lastSentAt", "used:"];
let opened: Promise<IDBPDatabase<LogSchema>> | undefined;
let channel: BroadcastChannel | undefined;

function database(): Promise<IDBPDatabase<LogSchema>> {
  return (opened ??= openDB<LogSchema>(LOG_DATABASE, 1, {
    upgrade(db) {
      for (const name of ["cars", "entries", "files"] as const) db.createObjectStore(name, { keyPath: "id" });
      db.createObjectStore("facts");
    },
    // Without this, `opened` would keep a closed connection after the browser ended it.
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  }));
}

const announce = () => (channel ??= new BroadcastChannel(CHANNEL)).postMessage("changed");

/** Calls back when any tab changed the log of this device. */
export function onLogChange(listener: () => void): () => void {
  const heard = new BroadcastChannel(CHANNEL);
  heard.addEventListener("message", listener);
  return () => heard.close();
}

/** A transaction over everything; when the promise is fulfilled, the changes survive a crash of the browser. */
async function change<Result>(
  write: (stores: {
    [Name in (typeof STORES)[number]]: import("idb").IDBPObjectStore<LogSchema, typeof STORES, Name, "readwrite">;
  }) => Promise<Result>,
): Promise<Result> {
  const writing = (await database()).transaction(STORES, "readwrite", { durability: "strict" });
  const store = <Name extends (typeof STORES)[number]>(name: Name) => writing.objectStore(name);
  const result = await write({
    cars: store("cars"),
    entries: store("entries"),
    files: store("files"),
    facts: store("facts"),
  });
  await writing.done;
  announce();
  return result;
}

/** What the device has of the account that the server named last. */
export async function readLog(): Promise<Log> {
  const reading = (await database()).transaction(STORES, "readonly");
  const facts = reading.objectStore("facts");
  const [owner, lastSentAt, names, values, cars, entries, files] = await Promise.all([
    facts.get(OWNER!),
    facts.get(LAST_SENT!),
    facts.getAllKeys(),
    facts.getAll(),
    reading.objectStore("cars").getAll(),
    reading.objectStore("entries").getAll(),
    reading.objectStore("files").getAll(),
  ]);
  const facted = new Map(names.map((name, index) => [name, Number(values[index])]));
  const usedAt = ({ id }: LogCar) => facted.get(USED + id) ?? 0;
  const isOwn = (stored: { owner: string }) => stored.owner === owner;
  return {
    owner: typeof owner === "string" ? owner : null,
    cars: cars.filter(isOwn).toSorted((a, b) => usedAt(b) - usedAt(a) || a.nickname.localeCompare(b.nickname)),
    entries: entries.filter(isOwn).toSorted((a, b) => a.savedAt - b.savedAt),
    files: files.filter(isOwn),
    lastSentAt: typeof lastSentAt === "number" ? lastSentAt : null,
  };
}

/** Notes the account and its cars. What another account left is deleted only when that one signs out. */
export const saveCars = (owner: string, cars: readonly LogCar[]): Promise<void> =>
  change(async (stores) => {
    await stores.facts.put(owner, OWNER);
    for (const car of await stores.cars.getAll()) if (car.owner === owner) await stores.cars.delete(car.id);
    for (const car of cars) await stores.cars.put({ ...car, owner });
  });

export type NewEntry = Omit<WaitingEntry, "owner" | "savedAt" | "revision" | "refusal" | "theirs">;

/** Stores entries and their files together; a second save of an entry that waits replaces it. */
export const saveEntries = (owner: string, entries: readonly NewEntry[], files: readonly WaitingFile[]) =>
  change(async (stores) => {
    for (const [index, entry] of entries.entries()) {
      const known = await stores.entries.get(entry.id);
      const state = { owner, savedAt: known?.savedAt ?? Date.now() + index, refusal: null, theirs: null };
      await stores.entries.put({ ...entry, ...state, revision: crypto.randomUUID() });
      await stores.facts.put(Date.now(), USED + entry.vehicle);
    }
    for (const file of files) await stores.files.put(file);
  });

/** Removes an entry that waits, with its files. */
export const removeWaiting = (id: string) =>
  change(async (stores) => {
    await stores.entries.delete(id);
    for (const file of await stores.files.getAll()) if (file.entry === id) await stores.files.delete(file.id);
  });

/** Keeps the stored version of a conflict, and the files that were added on this device. */
export const keepTheirs = (id: string) => change((stores) => stores.entries.delete(id));

export const removeFile = (id: string) => change((stores) => stores.files.delete(id));

export const refuseFile = (id: string) =>
  change(async (stores) => {
    const file = await stores.files.get(id);
    if (file) await stores.files.put({ ...file, isRefused: true });
  });

export const noteSent = () => change((stores) => stores.facts.put(Date.now(), LAST_SENT));

/** Saves an entry that was deleted on the server as a new one. */
export const renewEntry = (id: string) =>
  change(async (stores) => {
    const known = await stores.entries.get(id);
    if (!known) return;
    const renewed = {
      ...known,
      id: crypto.randomUUID(),
      expected_version: null,
      refusal: null,
      revision: crypto.randomUUID(),
    };
    await stores.entries.delete(id);
    await stores.entries.put(renewed);
    for (const file of await stores.files.getAll())
      if (file.entry === id) await stores.files.put({ ...file, entry: renewed.id });
  });

/** Applies the answer to an entry that was sent. */
export const noteAnswer = (sent: WaitingEntry, answer: SaveEntryAnswer) =>
  change(async (stores) => {
    const known = await stores.entries.get(sent.id);
    const isSame = known?.revision === sent.revision;
    if (answer.outcome === "saved") {
      const car = await stores.cars.get(sent.vehicle);
      if (car) await stores.cars.put(withEntry(car, answer.entry));
      await stores.facts.put(Date.now(), LAST_SENT);
      if (isSame) await stores.entries.delete(sent.id);
      // Changed on the device while it was sent: the change is the next version.
      else if (known) await stores.entries.put({ ...known, expected_version: answer.entry.version });
    } else if (known && isSame) {
      const key = outcomeKey(answer);
      const theirs = answer.outcome === "conflict" ? answer.entry : null;
      await stores.entries.put({ ...known, theirs, refusal: key === "conflict" ? null : key });
    }
  });

function withEntry(car: StoredCar, entry: StoredEntry): StoredCar {
  const recent = [entry, ...car.recent.filter(({ id }) => id !== entry.id)]
    .toSorted((a, b) => b.on_date.localeCompare(a.on_date) || b.created_at.localeCompare(a.created_at))
    .slice(0, RECENT_ENTRIES);
  const odometer_km = entry.km === null ? car.odometer_km : Math.max(entry.km, car.odometer_km ?? 0);
  return { ...car, recent, odometer_km };
}

/** Whether any account has entries or files on this device that were not sent. */
export async function hasWaiting(): Promise<boolean> {
  const db = await database();
  return (await db.count("entries")) + (await db.count("files")) > 0;
}

/** Removes everything at sign-out. */
export const clearLog = () =>
  change(async (stores) => {
    for (const name of STORES) await stores[name].clear();
  });
