import { pushWaiting } from "../../lib/notifications/service";
import type { Job } from "./job";

/** Pushes the campaigns that wait for it to the devices of their readers; a campaign is taken once, by one worker. */
export const pushNotices: Job = {
  name: "push-notices",
  expireSeconds: 3600,
  run: async ({ openService }) => pushWaiting(openService()),
};
