"use server";

import { permissionAction } from "../../platform/action";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import { acceptPlan } from "./mutations";
import { acceptPlanSchema } from "./schema";

/** Puts a suggested plan on sale as it is. */
export const acceptPlanAction = permissionAction
  .metadata({ permission: "advertising_plans" })
  .inputSchema(acceptPlanSchema)
  .action(async ({ parsedInput }) => {
    await revalidatePages(await acceptPlan(await createSessionClient(), parsedInput));
  });
