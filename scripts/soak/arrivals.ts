/**
 * Milliseconds from the start at which requests arrive: on average `rate` per second, at random moments (a Poisson
 * process), as those of visitors who do not know of each other. They do not depend on the answers.
 */
export function* arrivals(rate: number, seconds: number, random: () => number): Generator<number> {
  for (let at = 0; ;) {
    at += (-Math.log(1 - random()) / rate) * 1000;
    if (at >= seconds * 1000) return;
    yield at;
  }
}

/** One of the items by their weights. */
export function weighted<T extends { weight: number }>(items: readonly T[], random: () => number): T {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0);
  return items.find(({ weight }) => (left -= weight) < 0) ?? items.at(-1)!;
}

/** One of the items, the second half as often as the second, as pages of a site are read (Zipf). */
export const popular = <T>(items: readonly T[], random: () => number): T =>
  items[Math.min(items.length - 1, Math.floor((items.length + 1) ** random()) - 1)]!;
