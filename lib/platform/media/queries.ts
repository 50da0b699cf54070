import "server-only";
import { cache } from "react";
import { translated } from "../i18n/content";
import type { Locale } from "../i18n/routing";
import type { CacheTag } from "../cache-tags";
import { createPublicClient } from "../supabase/public";
import { isShown, pictureKey } from "./rules";
import { orThrow } from "../supabase/or-throw";

export type ListedPicture = {
  path: string;
  alt: string;
  credit: string | null;
  licence: string | null;
  width: number;
  height: number;
};

/** Paths are sent in the query string, which servers limit to 8 KB. */
const ASKED_AT_ONCE = 60;

const DRAWN = { width: 1200, height: 800 };

/** Images of a page with alt text in its language, in the given order; URLs of other sites are left out. */
export async function listPictures(
  addresses: readonly (string | null)[],
  locale: Locale,
  tags: CacheTag[],
): Promise<ListedPicture[]> {
  const shown = addresses.filter(isShown);
  const own = shown.filter((address) => pictureKey(address)).toSorted();
  const parts = Array.from({ length: Math.ceil(own.length / ASKED_AT_ONCE) }, (_, part) =>
    own.slice(part * ASKED_AT_ONCE, (part + 1) * ASKED_AT_ONCE),
  );
  const rows = (await Promise.all(parts.map((paths) => rowsOf(paths.join(","), tags.join(","))))).flat();
  return shown.map((path) => {
    const row = rows.find((one) => one.path === path);
    return row
      ? { ...row, path, alt: translated(row, "alt", locale).text }
      : { path, alt: "", credit: null, licence: null, ...DRAWN };
  });
}

/** Deduplicates the query within a request; the arguments are strings, because `cache` compares arguments by identity. */
const rowsOf = cache(async (paths: string, tags: string) => {
  return orThrow(
    await createPublicClient([...(tags.split(",") as CacheTag[]), "media"])
      .from("media_assets")
      .select("path, alt, credit, licence, width, height, translations")
      .in("path", paths.split(",")),
  );
});
