"use server";

import { z } from "zod";
import { permissionAction } from "../../platform/action";
import { clearReports } from "./mutations";

export const clearReportsAction = permissionAction
  .metadata({ permission: "system_health" })
  .inputSchema(z.object({ id: z.coerce.number().int().positive().optional() }))
  .action(async ({ parsedInput: { id } }) => {
    await clearReports(id ?? null);
    return { cleared: true };
  });
