import { lineMinutes, type RouteSurface } from "../../lib/geo/pace/legs/rules";
import type { PacedClass } from "../../lib/geo/pace/rules";
import { readPace } from "../seed/pace";
import type { Job } from "./job";

/** Legs that are read and written at once. */
const AT_ONCE = 100;

type Row = { id: string; km: number; line: string; classes: Partial<Record<PacedClass, number>> } & RouteSurface;

/** Calculates the driving times of all legs of routes with the active weights, then those of the routes. */
export const timeLegs: Job = {
  name: "time-legs",
  retryLimit: 3,
  run: async ({ sql }) => {
    const pace = await readPace(sql);
    let last = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const rows = await sql<Row[]>`
        select region_legs.id, km::float8, line, classes, surface, paved_pct as "pavedPct"
        from public.region_legs join public.regions on regions.id = region_id
        where line is not null and region_legs.id > ${last} order by region_legs.id limit ${AT_ONCE}`;
      if (rows.length === 0) break;
      const times = rows.map((row) => ({ id: row.id, minutes: lineMinutes(row, row, pace) }));
      await sql`
        update public.region_legs set classic_min = given.minutes
        from jsonb_to_recordset(${sql.json(times)}) as given (id uuid, minutes numeric)
        where region_legs.id = given.id and classic_min is distinct from given.minutes::numeric(7, 1)`;
      last = rows.at(-1)!.id;
    }
    await sql`select private.measure_regions()`;
    await sql`select private.expire_tags(array['regions'])`;
  },
};
