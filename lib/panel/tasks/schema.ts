import { z } from "zod";

const TASK_STATUSES = ["todo", "doing", "done"] as const;
export const taskStatusSchema = z.object({ id: z.uuid(), status: z.enum(TASK_STATUSES) });
