"use server";

import { publicAction } from "../../platform/action";
import { callerAddress } from "../../platform/caller";
import { AppError } from "../../platform/error";
import { isRobot } from "../../platform/public-forms/rules";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { requireFeature } from "../../platform/settings/queries";
import { fileServiceRequest, fileTakedownRequest, fileTripPanelRequest } from "./mutations";
import { findPlaces, getRequestStatus, listTowns } from "./queries";
import * as schema from "./schema";

async function admit(answers: { homepage: string; seconds: number }): Promise<void> {
  if (isRobot(answers)) throw new AppError("input.invalid", { detail: "robot" });
  await takeAttempt("request", await callerAddress());
}

export const sendPlaceRequestAction = publicAction
  .inputSchema(schema.placeRequestSchema)
  .action(async ({ parsedInput }) => {
    await requireFeature("place_requests");
    await admit(parsedInput);
    return { protocol: await fileServiceRequest(await createSessionClient(), parsedInput) };
  });

export const sendTripPanelRequestAction = publicAction
  .inputSchema(schema.tripPanelSchema)
  .action(async ({ parsedInput }) => {
    await requireFeature("trip_panel_requests");
    await admit(parsedInput);
    return { protocol: await fileTripPanelRequest(await createSessionClient(), parsedInput) };
  });

export const sendTakedownRequestAction = publicAction
  .inputSchema(schema.takedownSchema)
  .action(async ({ parsedInput }) => {
    await admit(parsedInput);
    return { protocol: await fileTakedownRequest(await createSessionClient(), parsedInput) };
  });

/** Status of an application; anybody who has the protocol number may read it. */
export const requestStatusAction = publicAction.inputSchema(schema.statusSchema).action(async ({ parsedInput }) => {
  await takeAttempt("requestStatus", await callerAddress());
  const { protocol } = parsedInput;
  return { protocol, found: await getRequestStatus(await createSessionClient(), protocol) };
});

export const findPlacesAction = publicAction.inputSchema(schema.placeSearchSchema).action(async ({ parsedInput }) => {
  await takeAttempt("lookUp", await callerAddress());
  return findPlaces(parsedInput.state, parsedInput.query);
});

export const listTownsAction = publicAction.inputSchema(schema.townsSchema).action(async ({ parsedInput }) => {
  await takeAttempt("lookUp", await callerAddress());
  return listTowns(parsedInput.state);
});
