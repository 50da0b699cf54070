import { z } from "zod";
import { TASK_STATUSES } from "../../platform/supabase/database-constants/panel";

export const taskStatusSchema = z.object({ id: z.uuid(), status: z.enum(TASK_STATUSES) });
