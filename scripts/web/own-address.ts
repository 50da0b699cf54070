import { env } from "../../lib/platform/env";

/** Where this server reaches itself: one that listens on every interface is on loopback too. */
export const ownAddress = env.BIND_ADDRESS && !["0.0.0.0", "::"].includes(env.BIND_ADDRESS) ? env.BIND_ADDRESS : "127.0.0.1";
