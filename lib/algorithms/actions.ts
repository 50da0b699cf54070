"use server";

import { permissionAction } from "../platform/action";
import { AppError } from "../platform/error";
import { saveWeights } from "./mutations";
import { listVersions } from "./queries";
import { readWeights, saveWeightsSchema, versionSchema } from "./schema";

const algorithmManager = permissionAction.metadata({ permission: "system_algorithms" });

export const saveWeightsAction = algorithmManager
  .inputSchema(saveWeightsSchema)
  .action(async ({ parsedInput: { note, ...weights } }) => {
    await saveWeights(weights, note);
    return { saved: true };
  });

/** Restores an earlier version as the newest one; version 0 is the built-in one. */
export const restoreWeightsAction = algorithmManager
  .inputSchema(versionSchema)
  .action(async ({ parsedInput: { version } }) => {
    if (version === 0) await saveWeights(null, "");
    else {
      const found = (await listVersions()).find((one) => one.version === version);
      if (!found) throw new AppError("input.invalid");
      await saveWeights(readWeights(found.weights as Record<string, unknown>), `v${version}`);
    }
    return { saved: true };
  });
