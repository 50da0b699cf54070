import { forPeopleOfEvents } from "@/lib/events/members/service";
import { recordAccount } from "@/lib/events/recipients/mutations";
import { stripeAccountOf } from "@/lib/events/recipients/queries";
import { accountStateSchema, MAX_CONNECT_BYTES } from "@/lib/events/recipients/schema";
import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";
import { readAccount } from "@/lib/platform/payments/service";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Reads the state of the Stripe account of an event from Stripe, after its form or when somebody asks. */
export const POST = accountHandler(
  {
    name: "event-stripe-account-state",
    permission: forPeopleOfEvents,
    limit: "stripeAccount",
    body: jsonBody(accountStateSchema, MAX_CONNECT_BYTES),
  },
  async ({ body: { event } }) => {
    const account = await stripeAccountOf(event);
    if (!account) return refused("missing");
    const readAt = new Date();
    const state = await readAccount(account);
    return { outcome: await recordAccount(createServiceClient(), { account, readAt, state }) };
  },
);
