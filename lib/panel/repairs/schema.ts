import { z } from "zod";

export const REPAIRS = [
  "search_index",
  "expired_trash",
  "redirects",
  "old_records",
  "orphan_files",
  "broken_images",
  "counters",
  "expired_tokens",
] as const;
export type Repair = (typeof REPAIRS)[number];

export const repairSchema = z.object({ job: z.enum(REPAIRS) });

/** Kinds of search documents; a part of the repair of the search index each (SQL: `private.search_kinds`). */
export const SEARCH_KINDS = ["region", "city", "service", "photo_point", "club", "post"] as const;

/** The calls of a repair: some run in parts, so that no statement reaches the time limit of the database. */
export const callsOf = (job: Repair): readonly string[] =>
  job === "search_index" ? SEARCH_KINDS.map((kind) => `${job}:${kind}`) : [job];
