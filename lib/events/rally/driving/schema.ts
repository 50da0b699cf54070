import { z } from "zod";
import { outcomeSchema } from "../../../platform/outcome-schema";
import { RALLY_PIECE_POINTS } from "../../../platform/supabase/database-constants/events";

/** Body of `POST /api/rally/[event]`. */
export const pieceSchema = z.object({
  stage: z.guid(),
  number: z.number().int().min(0).max(9999),
  points: z
    .array(z.tuple([z.number(), z.number(), z.number()]))
    .min(1)
    .max(RALLY_PIECE_POINTS),
});
export const sentSchema = outcomeSchema({ conflict: {}, refused: ["invalid", "out_of_time"], gone: true });
