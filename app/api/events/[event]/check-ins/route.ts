import { tokenHandler } from "@/lib/platform/handler";
import { apiAnswer, EVENT_API } from "../../event-api";

/** Entries and exits of the event of a token, as JSON or CSV. */
export const GET = tokenHandler(EVENT_API, (asked) => apiAnswer("checkins", asked));
