import { z } from "zod";
import { DEFAULT_LOCALE } from "../../platform/i18n/routing";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { STATE_SEGMENTS } from "../../platform/state-segments";
import { MAX_QUERY, MAX_RESULTS, SEARCH_KINDS, type SearchGroup } from "./rules";

/** The database rejects null bytes and lone surrogates; other control characters are removed too. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFD]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

const query = z
  .string()
  .max(10 * MAX_QUERY)
  .transform(plain)
  .pipe(z.string().max(MAX_QUERY));
const state = z
  .literal("")
  .transform(() => undefined)
  .or(z.string().refine((uf) => STATE_SEGMENTS.has(uf)));
const kinds = z
  .string()
  .max(200)
  .transform((list) => list.split(",").filter(Boolean))
  .pipe(z.array(z.enum(SEARCH_KINDS)).max(SEARCH_KINDS.length));

/** Parameters of `GET /api/search`. */
export const searchSchema = z.object({
  q: query,
  uf: state.optional(),
  kinds: kinds.default([]),
  limit: z.coerce.number().int().min(1).max(MAX_RESULTS).default(20),
  locale: z.enum(LOCALES).default(DEFAULT_LOCALE),
});

/** Parameters of the search page; invalid filters are ignored. */
export const searchPageSchema = z.object({
  q: query.default(""),
  uf: state.optional().catch(undefined),
  kinds: kinds.default([]).catch([]),
});

/** Body of `POST /api/search-misses`; a valid one is much smaller. */
export const MAX_MISS_BYTES = 2048;

export const searchMissSchema = z.strictObject({ q: query.pipe(z.string().min(3)), locale: z.enum(LOCALES) });
export type SearchMiss = z.output<typeof searchMissSchema>;

export type SearchRequest = z.output<typeof searchSchema>;

export type SearchResponse = { q: string; total: number; groups: SearchGroup[] };
