import { afterEach, describe, expect, it } from "vitest";
import { lineMinutes } from "@/lib/geo/pace/legs/rules";
import { BUILT_IN_PACE } from "@/lib/geo/pace/rules";
import { timeLegs } from "@/supabase/jobs/time-legs";
import { readPace } from "@/supabase/seed/pace";
import { sql } from "../as-role";

const SLOW = { ...BUILT_IN_PACE, trunk_kmh: 40, primary_kmh: 40, secondary_kmh: 40, unknown_kmh: 40 };

const job = () => timeLegs.run({ id: "test", sql, openService: () => expect.unreachable() }, {});
const longest = async () => {
  const [leg] = await sql<{ id: string; minutes: number; route: number; region: string }[]>`
    select region_legs.id, classic_min::float8 as minutes, duration_classic_min as route, region_id as region
    from public.region_legs join public.regions on regions.id = region_id
    where classes ? 'trunk' and needs = '{}' and distance_basis in ('traced', 'joined') order by km desc limit 1`;
  return leg!;
};
const use = (weights: object) => sql`
  insert into public.algorithm_settings (algorithm, version, weights, is_active)
  values ('driving_pace', 900, ${sql.json(weights as never)}, true)`;

afterEach(async () => {
  await sql`delete from public.algorithm_settings where algorithm = 'driving_pace'`;
  await sql`delete from private.outbox where job = 'time-legs'`;
  await job();
});

describe("the job that times legs", () => {
  it("uses the active weights and measures the routes again", { timeout: 120_000 }, async () => {
    const before = await longest();
    await use(SLOW);
    await job();
    const slow = await longest();
    expect(slow.minutes).toBeGreaterThan(before.minutes * 1.2);
    expect(slow.route).toBeGreaterThan(before.route);
    expect((await readPace(sql)).settings.trunk_kmh).toBe(40);
  });

  it("changes nothing with the weights that the seed used", { timeout: 120_000 }, async () => {
    const before = await sql`select id, updated_at from public.region_legs order by id`;
    await job();
    expect(await sql`select id, updated_at from public.region_legs order by id`).toEqual(before);
    const [leg] = await sql<
      { km: number; line: string; classes: object; minutes: number; surface: string; pavedPct: number }[]
    >`
      select km::float8, line, classes, classic_min::float8 as minutes, surface, paved_pct as "pavedPct"
      from public.region_legs join public.regions on regions.id = region_id where line is not null order by km desc limit 1`;
    expect(lineMinutes(leg!, leg!, await readPace(sql))).toBeCloseTo(leg!.minutes, 0);
  });
});
