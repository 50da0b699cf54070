"use server";

import { publicAction } from "../../platform/action";
import { callerAddress } from "../../platform/caller";
import { AppError } from "../../platform/error";
import { fileRequest } from "../../platform/public-forms/mutations";
import { isRobot } from "../../platform/public-forms/rules";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { requireFeature } from "../../platform/settings/queries";
import { reviewSchema } from "./schema";

/** Submits a review of the portal; a second review of the same account replaces its first. */
export const sendReviewAction = publicAction.inputSchema(reviewSchema).action(async ({ parsedInput }) => {
  await requireFeature("reviews");
  if (isRobot(parsedInput)) throw new AppError("input.invalid", { detail: "robot" });
  await takeAttempt("request", await callerAddress());
  await fileRequest(await createSessionClient(), "submit_app_review", parsedInput);
  return { rating: parsedInput.rating };
});
