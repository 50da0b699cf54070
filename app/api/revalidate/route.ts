import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";
import { revalidatePages } from "@/lib/platform/revalidate";
import { MAX_BODY_BYTES, revalidationSchema } from "@/lib/platform/revalidation/schema";

/** Revalidates public pages after a write through the REST API; server actions and functions of the database do this themselves. */
export const POST = accountHandler(
  {
    name: "revalidate",
    permission: "state_content",
    body: jsonBody(revalidationSchema, MAX_BODY_BYTES),
    refuse: ({ code }) => ({ error: code }),
  },
  async ({ body }) => {
    await revalidatePages(body.tags);
  },
);
