import { z } from "zod";
import { env } from "../../lib/platform/env";
import { serverToken } from "../../lib/platform/server-token";
import type { Job } from "./job";

const TIMEOUT_MS = 20_000;
const input = z.object({ tags: z.array(z.string()).min(1) });

/** Asks the site to revalidate the pages with these cache tags. */
export const revalidatePages: Job = {
  name: "revalidate-pages",
  retryDelaySeconds: 5,
  expireSeconds: 60,
  run: async (_context, data) => {
    const response = await fetch(new URL("/api/revalidate", env.WORKER_SITE_URL ?? env.NEXT_PUBLIC_SITE_URL), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${serverToken("revalidate")}` },
      body: JSON.stringify({ tags: input.parse(data).tags }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the site answered ${response.status}`);
  },
};
