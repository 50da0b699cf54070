import { z } from "zod";
import { pageUrl } from "@/lib/platform/site-url";
import { serverLink } from "@/lib/platform/links/mutations";
import { isLinkToken, linkPath } from "@/lib/platform/links/rules";
import { tokenHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { withoutBody } from "@/lib/platform/refusal";
import { orThrow } from "@/lib/platform/supabase/or-throw";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Redirects from the payment link of a paid sale to the report of its banner; creates the report link when there is none. */
export const GET = tokenHandler(
  {
    name: "payment-ads",
    limit: "adReport",
    params: z.object({ token: z.string() }),
    query: z.object({ idioma: askedLocale }),
    client: createServiceClient,
    open: async ({ params: { token }, client }) =>
      isLinkToken(token) ? orThrow(await client.rpc("ad_of_payment", { token })) : null,
    refuse: withoutBody,
  },
  async ({ opened: ad, query: { idioma: locale }, client }) => {
    const { token } = await serverLink(client, "report", ad);
    const location = pageUrl(locale, linkPath("report", token));
    return new Response(null, { status: 303, headers: { location, "referrer-policy": "no-referrer" } });
  },
);
