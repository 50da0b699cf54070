import { z } from "zod";
import { expireCardPage } from "../../lib/commerce/payments/service";
import type { Job } from "./job";

const input = z.object({ session: z.string().regex(/^[\w-]{1,255}$/) });

/** Expires the Stripe checkout page of a sale that was paid, cancelled or refunded. */
export const expireCardPageJob: Job = {
  name: "expire-card-page",
  retryLimit: 10,
  expireSeconds: 60,
  run: async (_context, data) => expireCardPage(input.parse(data).session),
};
