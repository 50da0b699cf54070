import { z } from "zod";

export const TASK_STATUSES = ["todo", "doing", "done"] as const;
export const taskStatusSchema = z.object({ id: z.uuid(), status: z.enum(TASK_STATUSES) });
