"use server";

import { env } from "../../platform/env";
import { permissionAction, userAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { createSessionClient } from "../../platform/supabase/session";
import { addCampaign, cancelCampaign, markRead, removeDevice, saveDevice, sendCampaign, setNotices } from "./mutations";
import { countAudience, countDevices } from "./queries";
import * as schema from "./schema";
import { pushKeys } from "./service";

const writers = permissionAction.metadata({ permission: "notifications" });

export const addCampaignAction = writers.inputSchema(schema.campaignSchema).action(async ({ parsedInput }) => {
  await addCampaign(await createSessionClient(), { ...parsedInput, push: parsedInput.push && pushKeys !== null });
});

export const sendCampaignAction = writers
  .inputSchema(schema.campaignIdSchema)
  .action(async ({ parsedInput: { id } }) => ({ recipients: await sendCampaign(await createSessionClient(), id) }));

export const cancelCampaignAction = writers
  .inputSchema(schema.campaignIdSchema)
  .action(async ({ parsedInput: { id } }) => {
    await cancelCampaign(await createSessionClient(), id);
  });

/** Number of accounts in an audience, without those that disabled notifications, and of their devices. */
export const countAudienceAction = writers.inputSchema(schema.audienceSchema).action(async ({ parsedInput }) => ({
  count: await countAudience(parsedInput),
  devices: pushKeys ? await countDevices(parsedInput) : 0,
}));

export const markReadAction = userAction.inputSchema(schema.readSchema).action(async ({ parsedInput: { id }, ctx }) => {
  await markRead(await createSessionClient(), ctx.account.id, id);
});

export const setNoticesAction = userAction
  .inputSchema(schema.optOutSchema)
  .action(async ({ parsedInput: { notices }, ctx }) => {
    await setNotices(await createSessionClient(), ctx.account.id, notices);
  });

export const saveDeviceAction = userAction
  .inputSchema(schema.deviceSchema(env.WEB_PUSH_TEST_ORIGIN))
  .action(async ({ parsedInput }) => {
    if (!pushKeys) throw new AppError("service.unavailable", { detail: "no push keys" });
    await saveDevice(await createSessionClient(), parsedInput);
  });

export const removeDeviceAction = userAction
  .inputSchema(schema.endpointSchema)
  .action(async ({ parsedInput: { endpoint }, ctx }) => {
    await removeDevice(await createSessionClient(), ctx.account.id, endpoint);
  });
