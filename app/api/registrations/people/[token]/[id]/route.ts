import { z } from "zod";
import { pageUrl } from "@/lib/platform/site-url";
import { serverLink } from "@/lib/platform/links/mutations";
import { linkToken } from "@/lib/platform/links/schema";
import { takeGuess } from "@/lib/platform/failed-attempts/service";
import { publicHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { readRegistration } from "@/lib/events/registrations/queries";
import { statusPath } from "@/lib/events/registrations/rules";

/** Redirects the buyer of an order to the page of another person of it. */
export const GET = publicHandler(
  {
    name: "person of an order",
    limit: (address) => takeGuess("registrationPage", "registration", address),
    params: z.object({ token: linkToken, id: z.uuid() }),
    query: z.object({ idioma: askedLocale }),
    client: createServiceClient,
  },
  async ({ params: { token, id }, query: { idioma: locale }, client }) => {
    const order = (await readRegistration(token))?.order;
    if (!order?.is_buyer || !order.people.some((person) => person.id === id)) return null;
    const { token: own } = await serverLink(client, "registration", id);
    const location = pageUrl(locale, statusPath(own));
    return new Response(null, { status: 303, headers: { location, "referrer-policy": "no-referrer" } });
  },
);
