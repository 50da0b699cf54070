"use server";

import { permissionAction } from "../platform/action";
import { revalidatePages } from "../platform/revalidate";
import { runRepair } from "./mutations";
import { repairSchema } from "./schema";

export const runRepairAction = permissionAction.metadata({ permission: "system_repair" }).inputSchema(repairSchema).action(async ({ parsedInput: { job } }) => {
  const report = await runRepair(job);
  if (job === "redirects") revalidatePages(["redirects"]);
  return report;
});
