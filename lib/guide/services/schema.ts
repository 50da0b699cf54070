import { z } from "zod";
import { CONTACT_KINDS } from "../../platform/supabase/database-constants/partners";

/** Body of `POST /api/place-contacts`. */
export const MAX_CONTACT_BYTES = 200;
export const placeContactSchema = z.strictObject({ service: z.guid(), kind: z.enum(CONTACT_KINDS) });
export type PlaceContact = z.infer<typeof placeContactSchema>;
