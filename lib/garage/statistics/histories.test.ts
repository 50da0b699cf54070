import { expect, it } from "vitest";
import { EMPTY_ENTRY } from "../entries/rules";
import { consumptionByFuel, costsOf, segmentsOf, type CountedEntry } from "./rules";

const HISTORIES = 1000;

/** Deterministic random numbers (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type True = CountedEntry & { trueKm: number };

/** A car that is driven, filled and repaired; its odometer may be replaced or broken for a while, refuellings may be left out. */
function historyOf(seed: number): True[] {
  const random = randomOf(seed);
  const chance = (share: number) => random() < share;
  const entries: True[] = [];
  let [day, trueKm, offset, isBroken, hasMissed] = [0, Math.round(random() * 90_000), 0, false, false];
  for (let index = 0; index < 30; index++) {
    day += 1 + Math.floor(random() * 40);
    trueKm += 50 + Math.round(random() * 400);
    if (chance(0.05)) offset = trueKm - 10;
    if (chance(0.05)) isBroken = !isBroken;
    if (chance(0.1)) {
      hasMissed = true;
      continue;
    }
    const isFill = chance(0.7);
    const isEstimated = isBroken && chance(0.5);
    // What the odometer shows; the database adds the offset again.
    const reading = isBroken ? null : trueKm - offset;
    const km = reading === null ? (isEstimated ? trueKm : null) : reading + offset;
    entries.push({
      ...EMPTY_ENTRY,
      id: String(index).padStart(3, "0"),
      on_date: new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10),
      kind: isFill ? "fuel" : chance(0.5) ? "service" : "expense",
      category: isFill ? null : chance(0.5) ? "repair" : "part",
      trueKm,
      km,
      reading_km: reading,
      estimated_km: isEstimated ? trueKm : null,
      fuel: isFill ? (chance(0.5) ? "gasoline" : "ethanol") : null,
      litres: isFill ? 5 + Math.round(random() * 40) : null,
      is_full: isFill ? chance(0.7) : null,
      missed_previous: isFill && hasMissed,
      total_cents: chance(0.8) ? Math.round(random() * 30_000) : null,
      parts_cents: isFill ? null : 1000,
    });
    if (isFill) hasMissed = false;
  }
  return entries;
}

/** Kilometres and litres by fuel, searched pair by pair. */
function searchedConsumption(history: readonly True[]) {
  const fills = history.filter(({ kind }) => kind === "fuel");
  const isMark = ({ is_full, km }: True) => is_full === true && km !== null;
  const sums: Record<string, { km: number; litres: number }> = {};
  for (const [from, start] of fills.entries())
    for (const [to, end] of fills.entries()) {
      const between = fills.slice(from + 1, to);
      const after = fills.slice(from + 1, to + 1);
      if (to <= from || !isMark(start) || !isMark(end) || between.some(isMark)) continue;
      if (after.some(({ missed_previous }) => missed_previous)) continue;
      const kmPerLitre = (end.trueKm - start.trueKm) / after.reduce((litres, one) => litres + one.litres!, 0);
      if (kmPerLitre < 1 || kmPerLitre > 60) continue;
      const fuels = new Set([start, ...after].map(({ fuel }) => fuel!));
      const sum = (sums[fuels.size > 1 ? "mixed" : start.fuel!] ??= { km: 0, litres: 0 });
      sum.km += end.trueKm - start.trueKm;
      sum.litres += after.reduce((litres, one) => litres + one.litres!, 0);
    }
  return sums;
}

/** Kilometres and cents by year, from the true kilometres of the entries that have some. */
function searchedYears(history: readonly True[]) {
  const cents = (one: True) => one.total_cents ?? (one.parts_cents ?? 0) + (one.labour_cents ?? 0);
  const years = [...new Set(history.map(({ on_date }) => on_date.slice(0, 4)))].toSorted();
  return years.map((year) => {
    const own = history.filter(({ on_date }) => on_date.startsWith(year));
    const read = (entries: readonly True[]) => entries.filter(({ km }) => km !== null).map(({ trueKm }) => trueKm);
    const earlier = read(history.filter(({ on_date }) => on_date.slice(0, 4) < year));
    const start = earlier.at(-1) ?? read(own)[0] ?? 0;
    const end = read(own).at(-1) ?? start;
    return { year: Number(year), km: end - start, cents: own.reduce((sum, one) => sum + cents(one), 0) };
  });
}

it(`equals an independent calculation on ${HISTORIES} random histories`, () => {
  let segments = 0;
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const history = historyOf(seed);
    const shuffled = history.toSorted((a, b) => ((Number(a.id) * 7) % 31) - ((Number(b.id) * 7) % 31));
    const found = segmentsOf(shuffled);
    segments += found.length;
    const byFuel = Object.fromEntries(consumptionByFuel(found).map(({ fuel, km, litres }) => [fuel, { km, litres }]));
    expect(byFuel, `consumption of history ${seed}`).toEqual(searchedConsumption(history));
    const years = costsOf(shuffled).years.map(({ year, km, cents }) => ({ year, km, cents }));
    expect(years.toReversed(), `years of history ${seed}`).toEqual(searchedYears(history));
  }
  expect(segments).toBeGreaterThan(HISTORIES);
});
