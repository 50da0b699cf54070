import "server-only";
import { ROUTES } from "../../platform/paths";
import type { CacheSubject } from "../../platform/cache-tags";
import { createPublicClient } from "../../platform/supabase/public";
import { STATES, stateSegment } from "../../geo/states/rules";
import { isListed, PAGES_PER_FILE, type SitemapPage } from "./rules";
import { databaseError } from "../../platform/supabase/or-throw";

/** Maximum rows per database response. */
const BATCH = 1000;

const isFinished = (pattern: string) => ROUTES.some((route) => route.pattern === pattern && route.cached);
const LISTED = ROUTES.filter(isListed).map(({ pattern }) => pattern);
const ofState = (pattern: string) => pattern.startsWith("/:uf/");

/** The route of the events of a state and of the page of an event. */
const EVENT_PAGES = "/eventos/lacambeche/:stateOrEvent";
const eventsPath = (stateOrEvent: string) => EVENT_PAGES.replace(":stateOrEvent", stateOrEvent);

/** Static pages of the country, and those of every state. */
const COUNTRY_PAGES: SitemapPage[] = LISTED.filter((pattern) => !ofState(pattern)).map((path) => ({ path }));
const STATE_PAGES: SitemapPage[] = STATES.flatMap(({ abbr }) => [
  ...LISTED.filter(ofState).map((pattern) => ({ path: pattern.replace(":uf", stateSegment(abbr)) })),
  { path: eventsPath(abbr.toLowerCase()) },
]);

type Batch<Row> = PromiseLike<{
  data: Row[] | null;
  error: { message: string; code?: string } | null;
  count: number | null;
}>;
type Part = { pattern: string; read: (from: number, to: number) => Promise<{ pages: SitemapPage[]; total: number }> };

/** Reads one range of a table and turns its rows into pages. */
function rows<Row>(batch: (from: number, to: number) => Batch<Row>, pageOf: (row: Row) => SitemapPage): Part["read"] {
  return async (from, to) => {
    const { data, error, count } = await batch(from, to);
    // PGRST103: the range is after the last row.
    if (error && error.code !== "PGRST103") throw databaseError(error);
    return { pages: (data ?? []).map(pageOf), total: count ?? 0 };
  };
}

const COUNTED = { count: "exact" } as const;
const clientFor = (tag: CacheSubject) => createPublicClient(["sitemap", tag]);

/** Parts with one page per database row. A part is listed only when its route is cached. */
const PARTS: Record<string, Part> = {
  regions: {
    pattern: "/:uf/rota/:regionSlug",
    read: rows(
      (from, to) =>
        clientFor("regions")
          .from("regions")
          .select("state_abbr, slug, updated_at", COUNTED)
          .order("id")
          .range(from, to),
      ({ state_abbr, slug, updated_at }) => ({
        path: `/${state_abbr.toLowerCase()}/rota/${slug}`,
        updatedAt: updated_at,
      }),
    ),
  },
  cities: {
    pattern: "/:uf/cidade/:cityId",
    read: rows(
      (from, to) =>
        clientFor("cities")
          .from("cities")
          .select("state_abbr, slug, updated_at", COUNTED)
          .eq("is_published", true)
          .order("ibge_code")
          .range(from, to),
      ({ state_abbr, slug, updated_at }) => ({
        path: `/${state_abbr.toLowerCase()}/cidade/${slug}`,
        updatedAt: updated_at,
      }),
    ),
  },
  places: {
    pattern: "/:uf/servicos/:slug",
    read: rows(
      (from, to) =>
        clientFor("services")
          .from("services")
          .select("state_abbr, slug, updated_at", COUNTED)
          .order("id")
          .range(from, to),
      ({ state_abbr, slug, updated_at }) => ({
        path: `/${state_abbr.toLowerCase()}/servicos/${slug}`,
        updatedAt: updated_at,
      }),
    ),
  },
  posts: {
    pattern: "/blog/:slug",
    read: rows(
      (from, to) =>
        clientFor("blog")
          .from("blog_posts")
          .select("state_abbr, slug, updated_at", COUNTED)
          .order("id")
          .range(from, to),
      ({ state_abbr, slug, updated_at }) => ({
        path: state_abbr ? `/${state_abbr.toLowerCase()}/blog/${slug}` : `/blog/${slug}`,
        updatedAt: updated_at,
      }),
    ),
  },
  subjects: {
    pattern: "/blog/categoria/:category",
    read: rows(
      // Categories without posts are left out.
      (from, to) =>
        clientFor("blog")
          .from("blog_categories")
          .select("key, blog_posts!inner (updated_at)", COUNTED)
          .order("key")
          .order("updated_at", { referencedTable: "blog_posts", ascending: false })
          .limit(1, { referencedTable: "blog_posts" })
          .range(from, to),
      ({ key, blog_posts }) => ({ path: `/blog/categoria/${key}`, updatedAt: blog_posts[0]?.updated_at }),
    ),
  },
  events: {
    pattern: EVENT_PAGES,
    read: rows(
      (from, to) =>
        clientFor("events")
          .from("events")
          .select("slug, updated_at", COUNTED)
          .eq("is_demo", false)
          .order("id")
          .range(from, to),
      ({ slug, updated_at }) => ({ path: eventsPath(slug), updatedAt: updated_at }),
    ),
  },
  magazines: {
    pattern: "/revista-digital/:magazineId",
    read: rows(
      (from, to) =>
        clientFor("magazines").from("magazines").select("slug, updated_at", COUNTED).order("number").range(from, to),
      ({ slug, updated_at }) => ({ path: `/revista-digital/${slug}`, updatedAt: updated_at }),
    ),
  },
};

/** Every part of the sitemap and its number of pages. */
export async function listParts(): Promise<{ part: string; pages: number }[]> {
  const finished = Object.entries(PARTS).filter(([, { pattern }]) => isFinished(pattern));
  const counted = await Promise.all(
    finished.map(async ([part, { read }]) => ({ part, pages: (await read(0, 0)).total })),
  );
  return [{ part: "pages", pages: COUNTRY_PAGES.length }, { part: "states", pages: STATE_PAGES.length }, ...counted];
}

/** The pages of one file of a part; empty for an unknown part or file. */
export async function listPages(part: string, file: number): Promise<SitemapPage[]> {
  if (part === "pages" || part === "states") {
    if (file > 0) return [];
    return part === "pages" ? COUNTRY_PAGES : STATE_PAGES;
  }
  const known = Object.hasOwn(PARTS, part) ? PARTS[part] : undefined;
  if (!known || !isFinished(known.pattern)) return [];
  const start = file * PAGES_PER_FILE;
  const pages: SitemapPage[] = [];
  for (let from = start; from < start + PAGES_PER_FILE; from += BATCH) {
    const to = Math.min(from + BATCH, start + PAGES_PER_FILE) - 1;
    const batch = await known.read(from, to);
    pages.push(...batch.pages);
    if (batch.pages.length <= to - from) break;
  }
  return pages;
}
