/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Pairs of different items, the same ones for the same seed. */
export function randomPairs<T>(items: readonly T[], count: number, seed: number): [T, T][] {
  const random = randomNumbers(seed);
  const pick = () => Math.floor(random() * items.length);
  return Array.from({ length: count }, () => {
    const first = pick();
    let second = pick();
    while (second === first) second = pick();
    return [items[first]!, items[second]!];
  });
}

/** The smallest value that at least `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
