"use server";

import { permissionAction, userAction } from "../platform/action";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";
import { addCampaign, cancelCampaign, markRead, sendCampaign, setNotices } from "./mutations";
import * as schema from "./schema";

const writers = permissionAction.metadata({ permission: "notifications" });

export const addCampaignAction = writers.inputSchema(schema.campaignSchema).action(async ({ parsedInput }) => {
  await addCampaign(await createSessionClient(), parsedInput);
});

export const sendCampaignAction = writers.inputSchema(schema.campaignIdSchema).action(async ({ parsedInput: { id } }) => ({ recipients: await sendCampaign(await createSessionClient(), id) }));

export const cancelCampaignAction = writers.inputSchema(schema.campaignIdSchema).action(async ({ parsedInput: { id } }) => {
  await cancelCampaign(await createSessionClient(), id);
});

/** How many accounts an audience holds, those aside that want no notices. */
export const countAudienceAction = writers.inputSchema(schema.audienceSchema).action(async ({ parsedInput: { audience, role, state } }) => {
  const { data, error } = await (await createSessionClient()).rpc("count_audience", { audience, audience_role: role || undefined, audience_state: state || undefined });
  if (error) throw new AppError("service.unavailable", { detail: error.message });
  return { count: data };
});

export const markReadAction = userAction.inputSchema(schema.readSchema).action(async ({ parsedInput: { id }, ctx }) => {
  await markRead(await createSessionClient(), ctx.account.id, id);
});

export const setNoticesAction = userAction.inputSchema(schema.optOutSchema).action(async ({ parsedInput: { notices }, ctx }) => {
  await setNotices(await createSessionClient(), ctx.account.id, notices);
});
