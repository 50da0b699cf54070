import { z } from "zod";
import { listUpcomingEvents } from "@/lib/events/events/queries";
import { stateFramePath } from "@/lib/events/frames/rules";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { publicHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { agendaFrame } from "../../agenda-frame";
import { FRAME_HEADERS, frameQuery, refuseFrame } from "../../frame-document";

/** The next events of a state for a frame of another site. */
export const GET = publicHandler(
  {
    name: stateFramePath(":state"),
    params: z.object({ locale: askedLocale, state: z.string().toLowerCase() }),
    query: frameQuery,
    cache: "public, max-age=60",
    headers: FRAME_HEADERS,
    refuse: refuseFrame,
  },
  async ({ params: { locale, state: segment }, query: { tema } }) => {
    const state = stateOfSegment(segment);
    if (!state) return null;
    return agendaFrame({ state, events: await listUpcomingEvents({ state: state.abbr }), locale, theme: tema });
  },
);
