import { saveFavourites } from "@/lib/guide/favourites/mutations";
import { listFavourites } from "@/lib/guide/favourites/queries";
import { favouritesSchema, MAX_FAVOURITES_BYTES } from "@/lib/guide/favourites/schema";
import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";

/** Applies the changes of a device and returns all favourites of the account. */
export const POST = accountHandler(
  { name: "favourites", limit: "favourites", body: jsonBody(favouritesSchema, MAX_FAVOURITES_BYTES) },
  async ({ account, body: { owner, locale, changes }, client }) => {
    await saveFavourites(client, owner === null || owner === account.id ? changes : []);
    return { owner: account.id, items: await listFavourites(client, locale) };
  },
);
