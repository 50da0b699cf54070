"use server";

import { userAction } from "../../platform/action";
import { createSessionClient } from "../../platform/supabase/session";
import { setTaskStatus } from "./mutations";
import { taskStatusSchema } from "./schema";

/** Changes the status of a task; the database checks that it is assigned to the caller. */
export const setTaskStatusAction = userAction
  .inputSchema(taskStatusSchema)
  .action(async ({ parsedInput: { id, status } }) => {
    await setTaskStatus(await createSessionClient(), id, status);
    return { status };
  });
