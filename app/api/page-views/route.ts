import { cookies } from "next/headers";
import { insertPageView } from "@/lib/platform/page-views/mutations";
import { pageViewRow } from "@/lib/platform/page-views/rules";
import { MAX_BODY_BYTES, pageViewSchema } from "@/lib/platform/page-views/schema";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { env } from "@/lib/platform/env";
import { currentAccount } from "@/lib/platform/auth/account";
import { HINT_COOKIE } from "@/lib/platform/auth/cookies";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const STATUS = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 } as const;

/** Counts one page view; database errors are logged and do not fail the request. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await takeAttempt("pageView", await callerAddress());
    const view = pageViewSchema.safeParse(await readJson(request, MAX_BODY_BYTES));
    if (!view.success) return new Response(null, { status: 400 });
    const row = pageViewRow(view.data, new URL(env.NEXT_PUBLIC_SITE_URL).host);
    if (!row) return new Response(null, { status: 204 });
    const signedIn = (await cookies()).has(HINT_COOKIE) ? await currentAccount().catch(() => null) : null;
    await insertPageView(createServiceClient(), row, signedIn?.id ?? null);
  } catch (error) {
    const status = error instanceof AppError ? STATUS[error.code as keyof typeof STATUS] : undefined;
    if (status) return new Response(null, { status });
    reportError("page-views", error);
  }
  return new Response(null, { status: 204 });
}
