import "server-only";
import { cache } from "react";
import { createPublicClient } from "../../platform/supabase/public";
import { issueKey } from "./rules";
import { orThrow } from "../../platform/supabase/or-throw";

const CARD = "id, number, slug, title, summary, month, pages, pdf_path, cover_url, translations, updated_at";
const MAX_LISTED = 200;

const magazines = () => createPublicClient(["magazines"]).from("magazines");

/** The published issues, the newest first. */
export const listMagazines = cache(async (limit: number = MAX_LISTED) => {
  return orThrow(await magazines().select(CARD).order("number", { ascending: false }).limit(limit));
});

/** The newest published issue, if there is any. */
export async function getCurrentMagazine(): Promise<MagazineCard | null> {
  return (await listMagazines(1))[0] ?? null;
}

/** A published issue with its pages in order, by slug, number or id; null when there is none. */
export const getMagazine = cache(async (value: string) => {
  const key = issueKey(value);
  if (!key) return null;
  const data = orThrow(
    await magazines()
      .select(`${CARD}, magazine_pages (page, kind, title, body)`)
      .eq(key.column, key.value)
      .order("page", { referencedTable: "magazine_pages" })
      .maybeSingle(),
  );
  return data;
});

export type MagazineCard = Awaited<ReturnType<typeof listMagazines>>[number];
export type Magazine = NonNullable<Awaited<ReturnType<typeof getMagazine>>>;
export type MagazinePage = Magazine["magazine_pages"][number];
