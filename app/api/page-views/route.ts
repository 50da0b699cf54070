import { cookies } from "next/headers";
import { insertPageView } from "@/lib/platform/page-views/mutations";
import { pageViewRow } from "@/lib/platform/page-views/rules";
import { MAX_BODY_BYTES, pageViewSchema } from "@/lib/platform/page-views/schema";
import { currentAccount } from "@/lib/platform/auth/account";
import { HINT_COOKIE } from "@/lib/platform/auth/cookies";
import { jsonBody } from "@/lib/platform/body";
import { env } from "@/lib/platform/env";
import { publicHandler } from "@/lib/platform/handler";
import { onlyCounted } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Counts one page view; database errors are logged and do not fail the request. */
export const POST = publicHandler(
  {
    name: "page-views",
    limit: "pageView",
    body: jsonBody(pageViewSchema, MAX_BODY_BYTES),
    client: createServiceClient,
    refuse: onlyCounted,
  },
  async ({ body, client }) => {
    const row = pageViewRow(body, new URL(env.NEXT_PUBLIC_SITE_URL).host);
    if (!row) return;
    const signedIn = (await cookies()).has(HINT_COOKIE) ? await currentAccount().catch(() => null) : null;
    await insertPageView(client, row, signedIn?.id ?? null);
  },
);
