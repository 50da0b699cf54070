import "server-only";
import { createPublicClient } from "../../platform/supabase/public";
import { groupByKind, resultOf } from "./rules";
import type { SearchResponse, SearchRequest } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

/** A search for one letter would match almost everything. */
const MIN_LETTERS = 2;

/** The best results of the search index grouped by kind, in the visitor's language. */
export async function searchIndex({ q, uf, kinds, limit, locale }: SearchRequest): Promise<SearchResponse> {
  if (q.length < MIN_LETTERS) return { q, total: 0, groups: [] };
  const rows = orThrow(
    await createPublicClient(null).rpc("search_portal", {
      q,
      max_rows: limit,
      ...(uf && { in_state: uf }),
      ...(kinds.length > 0 && { kinds }),
    }),
  );
  return { q, total: rows.length, groups: groupByKind(rows.map((row) => resultOf(row, locale))) };
}
