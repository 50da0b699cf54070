import { z } from "zod";
import { errorsOf, formOf, text } from "../../../platform/form";
import { dateField, originalValues, type VehicleError } from "../schema";
import { VEHICLE_DOCUMENT_KINDS } from "../../../platform/supabase/database-constants/garage";

const wrong = errorsOf<VehicleError>();

/** A new document has no `original`. */
export const documentSchema = formOf(
  z.object({
    id: z.uuid(),
    vehicle: z.uuid(),
    original: originalValues.optional(),
    kind: z.enum(VEHICLE_DOCUMENT_KINDS, wrong("choiceInvalid")),
    number: text(60),
    expires_on: dateField,
  }),
);
export type SavedDocument = z.infer<typeof documentSchema>;
