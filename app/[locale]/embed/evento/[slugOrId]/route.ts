import { z } from "zod";
import { movedSlug, readEventNow } from "@/lib/events/events/queries";
import { isEventAddress } from "@/lib/events/events/rules";
import { eventFramePath } from "@/lib/events/frames/rules";
import { publicHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { localePath } from "@/lib/platform/i18n/routing";
import { eventFrame } from "../../event-frame";
import { FRAME_HEADERS, frameQuery, refuseFrame } from "../../frame-document";

/** A public event for a frame of another site, with the places that are left now. */
export const GET = publicHandler(
  {
    name: eventFramePath(":slugOrId"),
    limit: "eventPlaces",
    params: z.object({ locale: askedLocale, slugOrId: z.string().refine(isEventAddress) }),
    query: frameQuery,
    cache: "public, max-age=15",
    headers: FRAME_HEADERS,
    refuse: refuseFrame,
  },
  async ({ request, params: { locale, slugOrId }, query: { tema } }) => {
    const event = await readEventNow(slugOrId);
    if (event) return eventFrame(event, { locale, theme: tema, now: Date.now() });
    const moved = await movedSlug(slugOrId);
    const location = moved && localePath(locale, eventFramePath(moved)) + new URL(request.url).search;
    return location ? new Response(null, { status: 308, headers: { location } }) : null;
  },
);
