"use server";

import { userAction } from "../platform/action";
import { createSessionClient } from "../platform/supabase/session";
import { setTaskStatus } from "./mutations";
import { taskStatusSchema } from "./schema";

/** The person a task was given to says how far it is; the database checks whose it is. */
export const setTaskStatusAction = userAction.inputSchema(taskStatusSchema).action(async ({ parsedInput: { id, status } }) => {
  await setTaskStatus(await createSessionClient(), id, status);
  return { status };
});
