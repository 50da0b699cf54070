import { z } from "zod";
import { isProgram } from "@/lib/commerce/ads/rules";
import { openLink } from "@/lib/events/promotion/kit/mutations";
import { eventLinkPath, isLinkCode, LINK_PARAMETER } from "@/lib/platform/links/rules";
import { eventPath } from "@/lib/events/events/rules";
import { publicHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Seconds for which a browser keeps the redirect, so that a repeated click is no further visit. */
const KEPT = 1800;

/** Whether a person opens the link: no crawler, no preview of a message, no page that the browser loads in advance. */
function isVisit({ headers }: Request): boolean {
  const isAdvance = /prefetch|prerender/i.test(`${headers.get("purpose") ?? ""} ${headers.get("sec-purpose") ?? ""}`);
  return !isAdvance && !isProgram(headers.get("user-agent") ?? "");
}

const withinLimit = (address: string) =>
  takeAttempt("eventLink", address).then(
    () => true,
    () => false,
  );

/** Redirects a short link to the page of its event and counts the visit; the target is never taken from the request. */
export const GET = publicHandler(
  {
    name: eventLinkPath(":code"),
    params: z.object({ locale: askedLocale, code: z.string().toLowerCase().refine(isLinkCode) }),
    client: createServiceClient,
    refuse: ({ status }) => new Response(status === 404 ? "Not found" : "Service unavailable", { status }),
  },
  async ({ request, params: { locale, code }, client, address }) => {
    const slug = await openLink(client, code, isVisit(request) && (await withinLimit(address)));
    if (!slug) return null;
    return new Response(null, {
      status: 302,
      headers: {
        location: `${localePath(locale, eventPath(slug))}?${LINK_PARAMETER}=${code}`,
        "cache-control": `private, max-age=${KEPT}`,
        "x-robots-tag": "noindex",
      },
    });
  },
);
