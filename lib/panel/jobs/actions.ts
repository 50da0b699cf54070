"use server";

import { permissionAction } from "../../platform/action";
import { createSessionClient } from "../../platform/supabase/session";
import { runJobAgain } from "./mutations";
import { runAgainSchema } from "./schema";

export const runJobAgainAction = permissionAction
  .metadata({ permission: "system_health" })
  .inputSchema(runAgainSchema)
  .action(async ({ parsedInput: { job, id } }) => runJobAgain(await createSessionClient(), job, id));
