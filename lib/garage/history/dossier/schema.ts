import { z } from "zod";
import { errorsOf, formOf, text } from "../../../platform/form";
import { originalValues, wholeNumber, type VehicleError } from "../../vehicles/schema";
import { ALL_POINTS, POINT_GROUPS, totalOf } from "./rules";
import { PHOTO_SLOTS } from "../../../platform/supabase/database-constants/garage";

export type DossierError = VehicleError | "pointsTooMany";
const wrong = errorsOf<DossierError>();
const points = wholeNumber(0, ALL_POINTS);

export const dossierSchema = formOf(
  z
    .object({
      id: z.uuid(),
      original: originalValues,
      mechanics: points,
      bodywork: points,
      suspension: points,
      appearance: points,
      safety: points,
      emissions: points,
      noise: points,
      other: points,
      club: text(120),
      notes: text(2000).transform((value) => value.replaceAll("\r\n", "\n")),
    })
    .refine((points) => (totalOf(points) ?? 0) <= ALL_POINTS, { ...wrong("pointsTooMany"), path: [POINT_GROUPS[0]] }),
);

/** `file` is null to take the photo out of the dossier. */
export const dossierPhotoSchema = z.object({ vehicle: z.uuid(), slot: z.enum(PHOTO_SLOTS), file: z.uuid().nullable() });
export type DossierPhoto = z.infer<typeof dossierPhotoSchema>;
