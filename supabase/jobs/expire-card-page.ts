import { z } from "zod";
import { expireCardPage } from "../../lib/commerce/payments/service";
import type { Job } from "./job";

const input = z.object({
  session: z.string().regex(/^[\w-]{1,255}$/),
  /** The connected account that the page is in; left out: the account of the portal. */
  account: z
    .string()
    .regex(/^acct_[A-Za-z0-9]{1,60}$/)
    .optional(),
});

/** Expires a Stripe checkout page that must not be paid any more. */
export const expireCardPageJob: Job = {
  name: "expire-card-page",
  retryLimit: 10,
  expireSeconds: 60,
  run: async (_context, data) => {
    const { session, account } = input.parse(data);
    await expireCardPage(session, account);
  },
};
