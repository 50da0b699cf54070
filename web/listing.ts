import { env } from "../lib/platform/env";
import { splitPath } from "../lib/platform/i18n/routing";
import { readRequestTarget } from "../lib/platform/request-target";
import { askNext } from "./ask-next";
import type { Listing } from "./existing-pages";

/** Maximum rows per response of the database API. */
const BATCH = 1000;
const TIMEOUT_MS = 20_000;

const canonical = (path: string) => readRequestTarget(path)?.path ?? path;

/** The addresses in one sitemap file. */
async function locationsOf(port: number, path: string): Promise<string[]> {
  const { status, body } = await askNext(port, path);
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  return [...body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = ""]) => new URL(address.replaceAll("&amp;", "&")).pathname,
  );
}

/** All rows of a publicly readable table, read in batches. */
async function rowsOf<Row>(query: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const answer = await fetch(
      new URL(`/rest/v1/${query}&limit=${BATCH}&offset=${rows.length}`, env.NEXT_PUBLIC_SUPABASE_URL),
      {
        headers: { apikey: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    if (!answer.ok) throw new Error(`${query}: HTTP ${answer.status}`);
    const batch = (await answer.json()) as Row[];
    rows.push(...batch);
    if (batch.length < BATCH) return rows;
  }
}

/** All addresses of the sitemap, all towns (most are not in the sitemap) and all redirects. */
export async function readListing(port: number): Promise<Listing> {
  const files = await locationsOf(port, "/sitemap.xml");
  const locations = (await Promise.all(files.map((file) => locationsOf(port, file)))).flat();
  const towns = await rowsOf<{ state_abbr: string; slug: string }>("cities?select=state_abbr,slug&order=ibge_code");
  const moved = await rowsOf<{ from_path: string }>("redirects?select=from_path&order=id");
  const pages = [
    ...files,
    ...locations.map((path) => splitPath(path).path),
    ...towns.map(({ state_abbr, slug }) => `/${state_abbr.toLowerCase()}/cidade/${slug}`),
  ];
  return { pages: pages.map(canonical), moved: moved.map(({ from_path }) => canonical(from_path)) };
}
