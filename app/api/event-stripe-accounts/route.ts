import { forPeopleOfEvents } from "@/lib/events/members/service";
import { addAccount, connectAccount } from "@/lib/events/recipients/mutations";
import { connectSchema, MAX_CONNECT_BYTES } from "@/lib/events/recipients/schema";
import { jsonBody } from "@/lib/platform/body";
import { callerLocale } from "@/lib/platform/caller-locale";
import { accountHandler } from "@/lib/platform/handler";
import { canConnect, createAccount, onboardingUrl } from "@/lib/platform/payments/service";
import { refused } from "@/lib/platform/refusal";
import { pageUrl } from "@/lib/platform/site-url";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Starts or continues Stripe's form for the account of an event; answers the address of the form. */
export const POST = accountHandler(
  {
    name: "event-stripe-accounts",
    permission: forPeopleOfEvents,
    isProved: true,
    limit: "stripeAccount",
    body: jsonBody(connectSchema, MAX_CONNECT_BYTES),
  },
  async ({ body, client, account: { id: by } }) => {
    if (!canConnect) return refused("card.off");
    const { event } = body;
    const answer = await connectAccount(client, body);
    if (answer.outcome === "gone") return refused("gone");
    if (answer.outcome === "refused") return refused("stripe.limit");
    const account = answer.account ?? (await createAccount(event, answer.key ?? event));
    if (!answer.account) await addAccount(createServiceClient(), { event, account, by });
    const page = pageUrl(await callerLocale(), `/painel/eventos/${event}/recebimento`);
    return Response.json({ url: await onboardingUrl(account, page) }, { status: 201 });
  },
);
