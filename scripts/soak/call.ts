import type { Answer, Sent } from "./send";

/** What an answer is counted as; without a name it counts as the work that was asked for. */
export type Judged = { work?: string; note?: string | undefined };
export type Call = Sent & { path: string; judge?: (answer: Answer) => Judged };
/** `weight`: requests of 1,000. */
export type Work = { name: string; weight: number; next: () => Call };

export const JSON_TYPE = { "content-type": "application/json" };

/** An address of a caller; the same number has the same address. */
export const addressOf = (network: number, caller: number) => ({
  "x-forwarded-for": `10.${network}.${caller >> 8}.${caller & 255}`,
});

/** Callers that each send few requests, so that none reaches its rate limit. */
export function newCallers(network: number): () => Record<string, string> {
  let serial = 0;
  return () => addressOf(network + ((serial >> 16) & 7), serial++ & 0xffff);
}
