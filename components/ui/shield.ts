/** Outlines in a 64 × 64 box: the federal shield has a pointed base, the state shield a flat top and a rounded base. */
const OUTLINES = {
  federal: "M12 5Q22 10 32 5Q42 10 52 5L60 15Q55 24 58 34Q60 50 32 60Q4 50 6 34Q9 24 4 15z",
  state: "M9 5H55Q59 5 59 9V38Q59 42 56 44L36 58Q32 61 28 58L8 44Q5 42 5 38V9Q5 5 9 5z",
} as const;

/** Network, number and outline of a road's shield: `BR-282` → `BR`, `282`; null for a road without a number. */
export function shieldOf(road: string) {
  const [, letters = "", number] = /^\s*([A-Za-z]+)[\s-]*(\d\w*)\s*$/.exec(road) ?? [];
  const network = letters.toUpperCase();
  if (!number) return null;
  return { network, number, outline: network === "BR" ? OUTLINES.federal : OUTLINES.state };
}
