"use server";

import { orDenied, userAction } from "../../../platform/action";
import { takeAttempt } from "../../../platform/rate-limit";
import { createSessionClient } from "../../../platform/supabase/session";
import { idSchema } from "../schema";
import * as write from "./mutations";
import * as schema from "./schema";

export const addSaleLinkAction = userAction
  .inputSchema(schema.addSaleLinkSchema)
  .action(async ({ parsedInput, ctx }) => {
    await takeAttempt("vehicleSharing", ctx.account.id);
    return write.addSaleLink(await createSessionClient(), parsedInput);
  });

export const changeSaleLinkAction = userAction
  .inputSchema(schema.changeSaleLinkSchema)
  .action(async ({ parsedInput, ctx }) => {
    await takeAttempt("vehicleSharing", ctx.account.id);
    return write.changeSaleLink(await createSessionClient(), parsedInput);
  });

export const revokeSaleLinkAction = userAction.inputSchema(idSchema).action(async ({ parsedInput: { id } }) => {
  orDenied(await write.revokeSaleLink(await createSessionClient(), id));
});
