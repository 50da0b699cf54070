import { isProgram } from "@/lib/commerce/ads/rules";
import { openLink } from "@/lib/events/promotion/kit/mutations";
import { eventLinkPath, isLinkCode, LINK_PARAMETER } from "@/lib/platform/links/rules";
import { eventPath } from "@/lib/events/events/rules";
import { callerAddress } from "@/lib/platform/caller";
import { DEFAULT_LOCALE, isLocale, localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";

type Props = { params: Promise<{ locale: string; code: string }> };

/** Seconds for which a browser keeps the redirect, so that a repeated click is no further visit. */
const KEPT = 1800;

/** Whether a person opens the link: no crawler, no preview of a message, no page that the browser loads in advance. */
function isVisit({ headers }: Request): boolean {
  const isAdvance = /prefetch|prerender/i.test(`${headers.get("purpose") ?? ""} ${headers.get("sec-purpose") ?? ""}`);
  return !isAdvance && !isProgram(headers.get("user-agent") ?? "");
}

const withinLimit = async () =>
  takeAttempt("eventLink", await callerAddress()).then(
    () => true,
    () => false,
  );

/** Redirects a short link to the page of its event and counts the visit; the target is never taken from the request. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { locale: language, code: given } = await params;
  const code = given.toLowerCase();
  if (!isLinkCode(code)) return new Response("Not found", { status: 404 });
  const locale = isLocale(language) ? language : DEFAULT_LOCALE;
  try {
    const slug = await openLink(createServiceClient(), code, isVisit(request) && (await withinLimit()));
    if (!slug) return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
    return new Response(null, {
      status: 302,
      headers: {
        location: `${localePath(locale, eventPath(slug))}?${LINK_PARAMETER}=${code}`,
        "cache-control": `private, max-age=${KEPT}`,
        "x-robots-tag": "noindex",
      },
    });
  } catch (error) {
    reportError(eventLinkPath(":code"), error);
    return new Response("Service unavailable", { status: 503, headers: { "cache-control": "no-store" } });
  }
}
