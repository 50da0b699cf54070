import { FAVOURITE_KINDS, MAX_FAVOURITES } from "../../platform/supabase/database-constants/guide";

/** Static HTML: the list comes from the device. */
export const FAVOURITES_PATH = "/favoritos";

export type FavouriteKind = (typeof FAVOURITE_KINDS)[number];
export const isFavouriteKind = (kind: unknown): kind is FavouriteKind => FAVOURITE_KINDS.some((one) => one === kind);

export type FavouriteKey = { kind: FavouriteKind; id: string };
export type Favourite = FavouriteKey & { title: string; path: string; state: string | null };
export type FavouriteChange = FavouriteKey & { favourite: boolean };

/** The favourites of a device. `owner` is the account they belong to, null before the first sign-in. */
export type FavouriteStore = {
  owner: string | null;
  items: readonly Favourite[];
  /** Changes that the server has not confirmed. */
  pending: readonly FavouriteChange[];
  /** Time of the last answer of the server in milliseconds; 0 before the first one. */
  syncedAt: number;
};

export const EMPTY_STORE: FavouriteStore = { owner: null, items: [], pending: [], syncedAt: 0 };

export const keyOf = ({ kind, id }: FavouriteKey): string => `${kind}:${id}`;

const isSame = (one: FavouriteKey) => (other: FavouriteKey) => one.kind === other.kind && one.id === other.id;

export const isFavourite = ({ items }: FavouriteStore, key: FavouriteKey): boolean => items.some(isSame(key));

/** The store after an item was saved or removed on this device. */
export function withChange(store: FavouriteStore, item: Favourite, favourite: boolean): FavouriteStore {
  const isOther = (key: FavouriteKey) => !isSame(item)(key);
  const others = store.items.filter(isOther);
  const change = { kind: item.kind, id: item.id, favourite };
  return {
    ...store,
    items: favourite ? [item, ...others].slice(0, MAX_FAVOURITES) : others,
    pending: [...store.pending.filter(isOther), change].slice(-MAX_FAVOURITES),
  };
}

/** The store after the server answered; changes made after `sent` stay pending and keep their effect. */
export function withAnswer(
  store: FavouriteStore,
  answer: { owner: string; items: readonly Favourite[] },
  sent: readonly FavouriteChange[],
  now: number,
): FavouriteStore {
  const isSent = (change: FavouriteChange) =>
    sent.some((one) => isSame(one)(change) && one.favourite === change.favourite);
  const isForeign = store.owner !== null && store.owner !== answer.owner;
  const later = isForeign ? [] : store.pending.filter((change) => !isSent(change));
  const answered: FavouriteStore = { owner: answer.owner, items: answer.items, pending: [], syncedAt: now };
  return later.reduce((result, change) => {
    const item = store.items.find(isSame(change)) ?? answer.items.find(isSame(change));
    return item ? withChange(result, item, change.favourite) : { ...result, pending: [...result.pending, change] };
  }, answered);
}

/** Reads the store from the text in localStorage; anything else than a store gives an empty one. */
export function parseStore(text: string | null): FavouriteStore {
  try {
    const found = JSON.parse(text ?? "null") as Partial<FavouriteStore> | null;
    if (!Array.isArray(found?.items) || !Array.isArray(found.pending)) return EMPTY_STORE;
    return {
      owner: typeof found.owner === "string" ? found.owner : null,
      items: found.items.filter(isItem),
      pending: found.pending.filter(isKey),
      syncedAt: Number(found.syncedAt) || 0,
    };
  } catch {
    return EMPTY_STORE;
  }
}

function isKey(value: unknown): value is FavouriteChange {
  const key = value as Partial<FavouriteKey> | null;
  return isFavouriteKind(key?.kind) && typeof key?.id === "string";
}

function isItem(value: unknown): value is Favourite {
  const item = value as Partial<Favourite>;
  // A path of this site only: the list turns it into a link.
  return isKey(value) && typeof item.title === "string" && /^\/(?!\/)/.test(item.path ?? "");
}
