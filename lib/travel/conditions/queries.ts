import "server-only";
import { activeWeights } from "../../platform/settings/queries";
import type { ConditionSettings } from "./rules";
import { readConditionSettings } from "./schema";

/** The active weights and limits of the conditions of a trip, for everybody. */
export const activeConditionSettings = async (): Promise<ConditionSettings> =>
  readConditionSettings(await activeWeights("trip_conditions"));
