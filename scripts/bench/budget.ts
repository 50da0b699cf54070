/** Measurements of one page type; values outside the budget are marked in the table. */
export type Figures = {
  performance: number;
  worst: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcp: number;
  tbt: number;
  cls: number;
  js: number;
  css: number;
  font: number;
  total: number;
  thirdParty: number;
};

type Limit = { min: number } | { max: number };

/** Scores are 0–100, times are milliseconds, sizes are kB over the network. */
export const BUDGET: Record<keyof Figures, Limit> = {
  performance: { min: 98 },
  worst: { min: 95 },
  accessibility: { min: 100 },
  bestPractices: { min: 100 },
  seo: { min: 100 },
  lcp: { max: 1800 },
  tbt: { max: 150 },
  cls: { max: 0.01 },
  js: { max: 145 },
  css: { max: 20 },
  font: { max: 50 },
  total: { max: 250 },
  thirdParty: { max: 0 },
};

/** Limits for CPU per request, relative to a similar page served by Next without this portal's code. */
export const CPU_BUDGET = { cached: 0.1, uncached: 1.35 };

export function exceedsBudget(name: keyof Figures, value: number): boolean {
  const limit = BUDGET[name];
  return "min" in limit ? value < limit.min : value > limit.max;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
