import { afterAll, beforeAll, describe, expect, it } from "vitest";
import published from "@/tests/support/published-times.json";
import { listCities } from "../../municipalities/rules";
import type { RoadRoute } from "../../roads/rules";
import { RoutingThread } from "../../roads/thread";
import { OLD_CAR_FACTOR } from "./rules";

/** Without a prepared file, loading takes about 10 seconds of processor time. */
const TIMEOUT = 600_000;
/** Largest share by which a time may differ, and by which the length may: otherwise the page means another way. */
const [MOST_MINUTES, MOST_KM] = [0.15, 0.1];
/** Largest share of a time that is not named with a reason; roads change with every version of the network. */
const MOST_UNNAMED = 0.2;

const cities = new Map(listCities().map((city) => [`${city.name}/${city.state_abbr}`, city]));

/** Whether a drive begins or ends in a state whose roads the switched sources have. */
const isSouthern = ({ from, to }: { from: string; to: string }) => [from, to].some((name) => /\/(?:SC|SP)$/.test(name));

describe.each([
  ["open sources", [], published.times, 20],
  ["switched sources too", ["sie-sc", "der-sp"], published.times.filter(isSouthern), 8],
] as const)("driving times with %s", (_name, switched, times, least) => {
  const thread = new RoutingThread({ root: process.cwd(), switched }, { loadMs: TIMEOUT, stepMs: TIMEOUT });
  const compared: { name: string; km: number; error: number }[] = [];

  beforeAll(async () => {
    for (const { from, to, km, minutes } of times) {
      const points = [from, to].map((name) => [cities.get(name)!.lat, cities.get(name)!.lng] as const);
      const route = (await thread.run({ kind: "route", points, avoid: [] })) as RoadRoute;
      const error = route.minutes / (minutes * OLD_CAR_FACTOR) - 1;
      compared.push({ name: `${from} – ${to}`, km: route.km / km - 1, error });
    }
  }, TIMEOUT);
  afterAll(() => thread.close(), TIMEOUT);

  it(`agree with at least ${least} published ones times the factor of an old car`, () => {
    const same = compared.filter(({ km }) => Math.abs(km) <= MOST_KM);
    const beyond = (share: number) => same.filter(({ error }) => Math.abs(error) > share).map(({ name }) => name);
    expect(same.length - beyond(MOST_MINUTES).length).toBeGreaterThanOrEqual(least);
    const known = published.outside.map(({ name }) => name);
    expect(beyond(MOST_UNNAMED).filter((name) => !known.includes(name))).toEqual([]);
  });
});
