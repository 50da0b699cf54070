"use server";

import { requireRecentProof } from "../../platform/auth/require";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import * as write from "./mutations";
import * as schema from "./schema";

const owners = eventAction("events");
const provedOwners = owners.use(async ({ next }) => {
  await requireRecentProof();
  return next();
});

export const createTokenAction = provedOwners
  .inputSchema(schema.tokenSchema)
  .action(async ({ parsedInput }) => write.createToken(await createSessionClient(), parsedInput));

export const revokeTokenAction = owners
  .inputSchema(schema.tokenIdSchema)
  .action(async ({ parsedInput: { token } }) => write.revokeToken(await createSessionClient(), token));

export const addWebhookAction = owners
  .inputSchema(schema.webhookSchema)
  .action(async ({ parsedInput }) => write.addWebhook(await createSessionClient(), parsedInput));

/** Pauses a webhook, or sends again, also after it was stopped. */
export const pauseWebhookAction = owners
  .inputSchema(schema.pauseSchema)
  .action(async ({ parsedInput: { webhook, paused } }) =>
    write.setWebhookPaused(await createSessionClient(), webhook, paused),
  );

export const deleteWebhookAction = owners
  .inputSchema(schema.webhookIdSchema)
  .action(async ({ parsedInput: { webhook } }) => write.deleteWebhook(await createSessionClient(), webhook));

export const testWebhookAction = owners
  .inputSchema(schema.webhookIdSchema)
  .action(async ({ parsedInput: { webhook }, ctx: { account } }) => {
    await takeAttempt("eventWebhookTest", account.id);
    await write.testWebhook(await createSessionClient(), webhook);
  });

export const resendDeliveryAction = owners
  .inputSchema(schema.deliveryIdSchema)
  .action(async ({ parsedInput: { delivery }, ctx: { account } }) => {
    await takeAttempt("eventWebhookTest", account.id);
    await write.resendDelivery(await createSessionClient(), delivery);
  });
