import { z } from "zod";
import { REPAIRS, SEARCH_KINDS } from "../../platform/supabase/database-constants/panel";

export type Repair = (typeof REPAIRS)[number];

export const repairSchema = z.object({ job: z.enum(REPAIRS) });

/** The calls of a repair: some run in parts, so that no statement reaches the time limit of the database. */
export const callsOf = (job: Repair): readonly string[] =>
  job === "search_index" ? SEARCH_KINDS.map((kind) => `${job}:${kind}`) : [job];
