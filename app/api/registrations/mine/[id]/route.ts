import { z } from "zod";
import { pageUrl } from "@/lib/platform/site-url";
import { serverLink } from "@/lib/platform/links/mutations";
import { callerAddress } from "@/lib/platform/caller";
import { accountHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { listOwnRegistrations } from "@/lib/events/registrations/queries";
import { statusPath } from "@/lib/events/registrations/rules";

/** Redirects the account that registered from its tickets to the page of the registration. */
export const GET = accountHandler(
  {
    name: "own registration",
    params: z.object({ id: z.uuid() }),
    query: z.object({ idioma: askedLocale }),
    client: createServiceClient,
  },
  async ({ account, params, query: { idioma: locale }, client }) => {
    await takeAttempt("registrationPage", await callerAddress());
    const own = (await listOwnRegistrations(account.id)).find(({ id }) => id === params.id);
    if (!own) return null;
    const { token } = await serverLink(client, "registration", own.id);
    const location = pageUrl(locale, statusPath(token));
    return new Response(null, { status: 303, headers: { location, "referrer-policy": "no-referrer" } });
  },
);
