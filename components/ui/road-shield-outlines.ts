/** Outlines in a 64 × 64 box: the federal shield has a pointed base, the state shield a flat top and a rounded base. */
export const OUTLINES = {
  federal: "M12 5Q22 10 32 5Q42 10 52 5L60 15Q55 24 58 34Q60 50 32 60Q4 50 6 34Q9 24 4 15z",
  state: "M9 5H55Q59 5 59 9V38Q59 42 56 44L36 58Q32 61 28 58L8 44Q5 42 5 38V9Q5 5 9 5z",
} as const;

/** `BR-282` → network `BR` and number `282`; both are empty for a name without a number. */
export function partsOfRoad(road: string): { network: string; number: string } {
  const [, network = "", number = ""] = /^\s*([A-Za-z]+)[\s-]*(\d\w*)\s*$/.exec(road) ?? [];
  return { network: network.toUpperCase(), number };
}
