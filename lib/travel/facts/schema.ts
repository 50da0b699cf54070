import { z } from "zod";
import { TRAVEL_AREA } from "../../geo/geo/rules";
import { DEFAULT_LOCALE } from "../../platform/i18n/routing";
import { TOLL_CLASSES } from "../../platform/supabase/database-constants/garage";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { OUTING_KM } from "../trips/rules";

export const MAX_FACTS_BYTES = 150_000;

/** Body of `POST /api/trip-facts`: the simplified line of a route, its real length and its toll plazas. */
export const tripFactsSchema = z.object({
  line: z.string().min(4).max(100_000),
  km: z.number().min(0).max(40_000),
  tollClass: z.enum(TOLL_CLASSES),
  tolls: z.array(z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })).max(500),
});
export type TripFactsInput = z.infer<typeof tripFactsSchema>;

/** Query of `GET /api/trip-places`: the path of a page of the guide. */
export const tripPlacesSchema = z.object({ path: z.string().startsWith("/").max(300) });

/** Query of `GET /api/trip-outings`: the start and the kilometres there and back. */
export const outingsSchema = z.object({
  lat: z.coerce.number().min(TRAVEL_AREA.south).max(TRAVEL_AREA.north),
  lng: z.coerce.number().min(TRAVEL_AREA.west).max(TRAVEL_AREA.east),
  km: z.coerce.number().min(OUTING_KM.min).max(OUTING_KM.max),
  locale: z.enum(LOCALES).default(DEFAULT_LOCALE),
});
export type OutingsInput = z.output<typeof outingsSchema>;
