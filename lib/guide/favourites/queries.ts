import "server-only";
import { translated } from "../../platform/i18n/content";
import type { Locale } from "../../platform/i18n/routing";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { Favourite, FavouriteKind } from "./rules";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Published favourites of the signed-in account, newest first, with titles in the given language. */
export async function listFavourites(client: SessionClient, locale: Locale): Promise<Favourite[]> {
  return orThrow(await client.rpc("list_favourites")).map((row) => ({
    kind: row.kind as FavouriteKind,
    id: row.entity_id,
    title: translated(row, "title", locale).text,
    path: row.path,
    state: row.state_abbr,
  }));
}
