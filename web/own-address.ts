import { env } from "../lib/platform/env";

/** Address at which this server can call itself: a server on all interfaces also listens on loopback. */
export const ownAddress =
  env.BIND_ADDRESS && !["0.0.0.0", "::"].includes(env.BIND_ADDRESS) ? env.BIND_ADDRESS : "127.0.0.1";
