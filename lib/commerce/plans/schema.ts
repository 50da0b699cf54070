import { z } from "zod";

/** A suggested plan, and the `updated_at` of the page that showed it. */
export const acceptPlanSchema = z.strictObject({ id: z.guid(), version: z.string().min(1).max(60) });
