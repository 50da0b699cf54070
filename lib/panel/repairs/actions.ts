"use server";

import { permissionAction } from "../../platform/action";
import type { CacheTag } from "../../platform/cache-tags";
import { revalidatePages } from "../../platform/revalidate";
import { runRepair } from "./mutations";
import { repairSchema, type Repair } from "./schema";

/** Cache tags of the public pages that show repaired data. */
const SHOWN: Partial<Record<Repair, readonly CacheTag[]>> = {
  redirects: ["redirects"],
  broken_images: ["regions", "services", "blog", "magazines", "cities"],
  counters: ["cities"],
};

export const runRepairAction = permissionAction
  .metadata({ permission: "system_repair" })
  .inputSchema(repairSchema)
  .action(async ({ parsedInput: { job } }) => {
    const report = await runRepair(job);
    if (SHOWN[job]) await revalidatePages(SHOWN[job]);
    return report;
  });
