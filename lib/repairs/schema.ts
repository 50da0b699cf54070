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
