import { z } from "zod";
import { rallyBookFile } from "@/app/[locale]/rally-book";
import { getOwnEvent } from "@/lib/events/members/queries";
import { opensPage } from "@/lib/events/members/rules";
import { getOwnRally, getRally } from "@/lib/events/rally/queries";
import { accountHandler } from "@/lib/platform/handler";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";

/** The book of a rally as PDF: for a crew with its own start times, for the people of the event with those of car 1. */
export const GET = accountHandler(
  {
    name: "rally book",
    params: z.object({ locale: z.enum(LOCALES), eventId: z.guid() }),
    headers: { "x-robots-tag": "noindex" },
  },
  async ({ params: { locale, eventId }, by }) => {
    const crewBook = await getOwnRally(eventId);
    if (crewBook) return rallyBookFile({ ...crewBook, timeZone: crewBook.time_zone }, locale, by);
    const own = await getOwnEvent(eventId);
    const rally = own && opensPage(own, "rally") ? await getRally(own.id) : null;
    if (!own || !rally) return null;
    return rallyBookFile({ ...rally, title: own.title, timeZone: own.time_zone, crew: null }, locale, by);
  },
);
