import { sendPendingPushes } from "../../lib/accounts/notifications/service";
import type { Job } from "./job";

/** Sends waiting push campaigns to their readers' devices; each campaign is claimed by one worker. */
export const pushNotices: Job = {
  name: "push-notices",
  expireSeconds: 3600,
  run: async ({ openService }) => sendPendingPushes(openService()),
};
