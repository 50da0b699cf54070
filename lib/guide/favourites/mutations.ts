import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { FavouriteChange } from "./rules";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Adds and removes favourites of the signed-in account. */
export async function saveFavourites(client: SessionClient, changes: readonly FavouriteChange[]): Promise<void> {
  if (changes.length > 0) orThrow(await client.rpc("save_favourites", { changes: [...changes] }));
}
