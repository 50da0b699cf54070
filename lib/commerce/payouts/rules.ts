import type { EventPayouts } from "./schema";

/** Whether the portal collected anything for an event, or passed it on. */
export const hasPayouts = ({ sums, payouts }: EventPayouts): boolean =>
  payouts.length > 0 || sums.collected_cents > 0 || sums.pending_cents > 0;
