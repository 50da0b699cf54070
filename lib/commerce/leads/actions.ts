"use server";

import { publicAction } from "../../platform/action";
import { callerAddress } from "../../platform/caller";
import { AppError } from "../../platform/error";
import { fileRequest } from "../../platform/public-forms/mutations";
import { isRobot } from "../../platform/public-forms/rules";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { leadSchema } from "./schema";

/** Submits the contact data of a company that wants to advertise. */
export const sendLeadAction = publicAction.inputSchema(leadSchema).action(async ({ parsedInput }) => {
  if (isRobot(parsedInput)) throw new AppError("input.invalid", { detail: "robot" });
  await takeAttempt("request", await callerAddress());
  return { protocol: await fileRequest(await createSessionClient(), "submit_ad_lead", parsedInput) };
});
