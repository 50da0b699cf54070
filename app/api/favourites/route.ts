import { saveFavourites } from "@/lib/guide/favourites/mutations";
import { listFavourites } from "@/lib/guide/favourites/queries";
import { favouritesSchema, MAX_FAVOURITES_BYTES } from "@/lib/guide/favourites/schema";
import { admitAccount } from "@/lib/platform/auth/guard";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createSessionClient } from "@/lib/platform/supabase/session";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };

/** Applies the changes of a device and returns all favourites of the account. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("favourites", account.id);
    const input = favouritesSchema.safeParse(await readJson(request, MAX_FAVOURITES_BYTES));
    if (!input.success) return Response.json({ code: "input.invalid" }, { status: 400 });
    const { owner, locale, changes } = input.data;
    const client = await createSessionClient();
    await saveFavourites(client, owner === null || owner === account.id ? changes : []);
    const body = { owner: account.id, items: await listFavourites(client, locale) };
    return Response.json(body, { headers: { "cache-control": "private, no-store" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("favourites", error);
    return Response.json({ code }, { status });
  }
}
