import "server-only";
import { anyTable, asRows } from "../../platform/supabase/any-table";
import { createSessionClient } from "../../platform/supabase/session";
import type { Resource } from "./resource";
import type { Row } from "./queries";
import { orThrow } from "../../platform/supabase/or-throw";

/** Positions of the rows of a page; rows without coordinates are left out. */
export async function listPositions(
  resource: Resource,
  rows: readonly Row[],
): Promise<{ id: string; name: string; path: string; lat: number; lng: number }[]> {
  const { idColumn, titleColumn, table, path } = resource;
  if (rows.length === 0) return [];
  const data = orThrow(
    await anyTable(await createSessionClient(), table)
      .select([...new Set([idColumn, titleColumn, "lat", "lng"])].join(", "))
      .in(
        idColumn,
        rows.map((row) => row[idColumn]),
      )
      .not("lat", "is", null),
  );
  return asRows(data).map((row) => {
    const id = String(row[idColumn]);
    return {
      id,
      name: String(row[titleColumn]),
      path: `/admin/${path}/${encodeURIComponent(id)}`,
      lat: Number(row.lat),
      lng: Number(row.lng),
    };
  });
}
