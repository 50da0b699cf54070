"use server";

import { userAction } from "../../../platform/action";
import { takeAttempt, takeAttempts } from "../../../platform/rate-limit";
import { createSessionClient } from "../../../platform/supabase/session";
import { idSchema } from "../schema";
import * as write from "./mutations";
import * as schema from "./schema";

export const offerVehicleAction = userAction.inputSchema(schema.offerSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempts(["vehicleInvitation", ctx.account.id], ["vehicleInvitationMail", parsedInput.email]);
  return write.offerVehicle(await createSessionClient(), parsedInput);
});

export const withdrawOfferAction = userAction
  .inputSchema(idSchema)
  .action(async ({ parsedInput: { id } }) => write.withdrawOffer(await createSessionClient(), id));

export const decideOfferAction = userAction.inputSchema(schema.decideSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("vehicleSharing", ctx.account.id);
  return write.decideOffer(await createSessionClient(), parsedInput);
});
