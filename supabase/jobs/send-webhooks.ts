import type { Job } from "./job";
import { sendWebhookDeliveries } from "./webhook-deliveries";

/** Tells the webhooks of organisers about changes of their events. */
export const sendWebhooks: Job = {
  name: "send-webhooks",
  schedule: "10 s",
  expireSeconds: 60,
  run: ({ sql }) => sendWebhookDeliveries(sql),
};
