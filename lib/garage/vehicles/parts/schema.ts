import { z } from "zod";
import { formOf, needed, text, ticked } from "../../../platform/form";
import { kilometres, price, originalValues, wholeNumber } from "../schema";

/** A new part has no `original`. */
export const partSchema = formOf(
  z.object({
    id: z.uuid(),
    vehicle: z.uuid(),
    original: originalValues.optional(),
    name: needed(120),
    oem_number: text(60),
    brand: text(60),
    quantity: wholeNumber(1, 999).transform((value) => value ?? 1),
    location: text(80),
    installed_km: kilometres,
    cost_cents: price,
    supplier: text(120),
    is_carried: ticked,
  }),
);
export type SavedPart = z.infer<typeof partSchema>;
