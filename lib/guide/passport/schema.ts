import { z } from "zod";
import { formOf, needed } from "../../platform/form";
import { MAX_STAMPS, STAMP_TYPES } from "./rules";

export const MAX_STAMPS_BYTES = 20_000;

/** Each stamp is checked on its own, so that a broken one does not keep the others in the queue. */
export const stampSchema = z.object({
  clientId: z.uuid(),
  owner: z.uuid().nullable(),
  type: z.enum(STAMP_TYPES),
  id: z.string().regex(/^[\w-]{1,64}$/),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  accuracyM: z.number().min(0).max(1e7),
  stampedAt: z.iso.datetime(),
});

export const stampsSchema = z.object({
  stamps: z.array(z.looseObject({ clientId: z.string().max(64) })).max(MAX_STAMPS),
});

export const shareSchema = formOf(z.object({ name: needed(60) }));

/** Answer of the function `shared_passport`. */
export const sharedPassportSchema = z.union([
  z.object({ revoked: z.literal(true) }),
  z.object({
    revoked: z.literal(false),
    name: z.string(),
    stamps: z.array(
      z.object({
        kind: z.enum(STAMP_TYPES),
        name: z.string(),
        slug: z.string(),
        state: z.string(),
        translations: z.unknown(),
        day: z.string(),
      }),
    ),
  }),
]);
export type SharedPassport = z.infer<typeof sharedPassportSchema>;
