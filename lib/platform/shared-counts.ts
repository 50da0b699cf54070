import { z } from "zod";
import { keyedHash } from "./keyed-hash";
import { reportError } from "./report";
import { callServerFunction } from "./server-functions";

/** Attempts of a caller at one limit; `who` is stored as a keyed hash. */
export type SharedCount = { limit: string; who: string; points: number; seconds: number };
/** Place of the first count over its limit, and seconds until that limit ends. */
type Refusal = { refused: number; seconds: number };

const REPORT_MS = 60_000;
const answerSchema = z.object({ refused: z.number(), seconds: z.number() }).nullable();
let reportedAt = -Infinity;

/**
 * Counts attempts for all web processes together, in one call: `change` is 1 for an attempt, -1 takes one back, 0 asks
 * whether the next one would be over the limit. Returns null when the database is unavailable: each process has counted
 * for itself before, and what these limits protect needs the database too.
 */
export async function countForAll(counts: readonly SharedCount[], change: 1 | 0 | -1): Promise<Refusal | null> {
  if (counts.length === 0) return null;
  const rows = counts.map(({ limit, who, points, seconds }) => {
    return { key: `${limit}:${keyedHash(`${limit} ${who}`)}`, change, points, seconds };
  });
  try {
    return answerSchema.parse(await callServerFunction("count_attempts", { counts: rows }));
  } catch (error) {
    if (performance.now() - reportedAt > REPORT_MS) {
      reportError("shared rate limits", error);
      reportedAt = performance.now();
    }
    return null;
  }
}
