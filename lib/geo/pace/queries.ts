import "server-only";
import { activeWeights } from "../../platform/settings/queries";
import type { PaceSettings } from "./rules";
import { readPaceSettings } from "./schema";

/** The active weights of the driving time, for everybody. */
export const activePaceSettings = async (): Promise<PaceSettings> =>
  readPaceSettings(await activeWeights("driving_pace"));
