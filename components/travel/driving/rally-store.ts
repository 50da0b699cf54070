import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { RALLY_DATABASE } from "@/lib/platform/device-storage/rules";

/** Positions of a stage in the form of the server: [milliseconds since 1970, latitude, longitude]. */
export type RallyPiece = { event: string; stage: string; number: number; points: number[][]; isClosed: boolean };

interface RallySchema extends DBSchema {
  /** Books of rallies as JSON, by the id of the event. */
  books: { key: string; value: string };
  /** Pieces that the server does not have. */
  pieces: { key: [stage: string, number: number]; value: RallyPiece };
  /** Number of the next piece of a stage. */
  counters: { key: string; value: number };
}

const STORES = ["books", "pieces", "counters"] as const;
let opened: Promise<IDBPDatabase<RallySchema>> | undefined;

const database = (): Promise<IDBPDatabase<RallySchema>> =>
  (opened ??= openDB<RallySchema>(RALLY_DATABASE, 1, {
    upgrade(db) {
      for (const name of ["books", "counters"] as const) db.createObjectStore(name);
      db.createObjectStore("pieces", { keyPath: ["stage", "number"] });
    },
  }));

export const saveBook = async (event: string, json: string): Promise<void> =>
  void (await (await database()).put("books", json, event));
export const readBook = async (event: string): Promise<string | undefined> => (await database()).get("books", event);
export const removeBook = async (event: string): Promise<void> => (await database()).delete("books", event);

/** Begins a piece of a stage; its number is used once on this device. */
export async function newPiece(event: string, stage: string): Promise<RallyPiece> {
  const writing = (await database()).transaction("counters", "readwrite");
  // Another device of the same account may follow the stage too; it begins at another number.
  const number = (await writing.store.get(stage)) ?? Math.floor(Math.random() * 9000);
  await Promise.all([writing.store.put(number + 1, stage), writing.done]);
  return { event, stage, number, points: [], isClosed: false };
}

/** Stores a piece; when the promise is fulfilled, it survives a crash of the browser. */
export async function savePiece(piece: RallyPiece): Promise<void> {
  const writing = (await database()).transaction("pieces", "readwrite", { durability: "strict" });
  await Promise.all([writing.store.put(piece), writing.done]);
}

export const removePiece = async ({ stage, number }: RallyPiece): Promise<void> =>
  (await database()).delete("pieces", [stage, number]);

/** Pieces of an event that the server does not have, in their order. */
export const storedPieces = async (event: string): Promise<RallyPiece[]> =>
  (await (await database()).getAll("pieces")).filter((piece) => piece.event === event);

/** Deletes books and positions, for the sign-out. */
export async function clearRally(): Promise<void> {
  const writing = (await database()).transaction(STORES, "readwrite");
  await Promise.all([...STORES.map((name) => writing.objectStore(name).clear()), writing.done]);
}
