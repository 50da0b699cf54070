import type { TransactionSql } from "postgres";
import { groundOfBrazil } from "../../lib/geo/pace/seats/rules";
import type { Pace } from "../../lib/geo/pace/drive/rules";
import { readPaceSettings } from "../../lib/geo/pace/schema";

/** The active weights of the driving time with the towns and altitudes of Brazil. */
export async function readPace(sql: Pick<TransactionSql, "unsafe">): Promise<Pace> {
  const [row] = await sql.unsafe<{ weights: Record<string, unknown> }[]>(
    "select private.active_weights('driving_pace') as weights",
  );
  return { settings: readPaceSettings(row?.weights ?? {}), ground: groundOfBrazil() };
}
