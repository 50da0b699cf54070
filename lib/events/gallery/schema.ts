import { z } from "zod";
import { needed, text } from "../../platform/form";
import { outcomeSchema } from "../../platform/outcome-schema";
import { MAX_EVENT_PICTURES } from "../../platform/supabase/database-constants/events";

const MAX_LINE = 160;
/** Alt texts; in the other languages visitors get the Portuguese one where none is given. */
const titles = { title: needed(MAX_LINE), title_en: text(MAX_LINE), title_es: text(MAX_LINE) };
const credit = needed(MAX_LINE);
const picture = z.guid();

export const addPicturesSchema = z.object({
  event: z.guid(),
  credit,
  is_consented: z.boolean(),
  pictures: z
    .array(z.object({ path: z.string().max(300), ...titles }))
    .min(1)
    .max(MAX_EVENT_PICTURES),
});

export const setPictureSchema = z.object({ picture, credit, ...titles });
export const movePictureSchema = z.object({ picture, steps: z.coerce.number().pipe(z.literal([-1, 1])) });
export const pictureSchema = z.object({ picture });

/** Result of `add_event_pictures`. */
export const addedPicturesSchema = outcomeSchema({
  refused: ["not_begun", "consent", "full", "invalid"],
  gone: true,
});
