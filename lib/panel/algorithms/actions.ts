"use server";

import { permissionAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { revalidatePages } from "../../platform/revalidate";
import { readPaceSettings } from "../../geo/pace/schema";
import { readConditionSettings } from "../../travel/conditions/schema";
import { saveWeights } from "./mutations";
import { listVersions } from "./queries";
import {
  readWeights,
  saveConditionSettingsSchema,
  savePaceSettingsSchema,
  saveWeightsSchema,
  versionSchema,
} from "./schema";

const algorithmManager = permissionAction.metadata({ permission: "system_algorithms" });

export const saveWeightsAction = algorithmManager
  .inputSchema(saveWeightsSchema)
  .action(async ({ parsedInput: { note, ...weights } }) => {
    await saveWeights("search", weights, note);
    return { saved: true };
  });

/** Saves weights and limits of the conditions of a trip. */
export const saveConditionSettingsAction = algorithmManager
  .inputSchema(saveConditionSettingsSchema)
  .action(async ({ parsedInput: { note, ...settings } }) => {
    await saveWeights("trip_conditions", settings, note);
    await revalidatePages(["algorithms"]);
    return { saved: true };
  });

/** Saves the weights of the driving time; a job then calculates the times of the routes again. */
export const savePaceSettingsAction = algorithmManager
  .inputSchema(savePaceSettingsSchema)
  .action(async ({ parsedInput: { note, ...settings } }) => {
    await saveWeights("driving_pace", settings, note);
    await revalidatePages(["algorithms"]);
    return { saved: true };
  });

const READ = { search: readWeights, trip_conditions: readConditionSettings, driving_pace: readPaceSettings };

/** Restores an earlier version as the newest one; version 0 is the built-in one. */
export const restoreWeightsAction = algorithmManager
  .inputSchema(versionSchema)
  .action(async ({ parsedInput: { algorithm, version } }) => {
    if (version === 0) await saveWeights(algorithm, null, "");
    else {
      const found = (await listVersions(algorithm)).find((one) => one.version === version);
      if (!found) throw new AppError("input.invalid");
      await saveWeights(algorithm, READ[algorithm](found.weights as Record<string, unknown>), `v${version}`);
    }
    await revalidatePages(["algorithms"]);
    return { saved: true };
  });
