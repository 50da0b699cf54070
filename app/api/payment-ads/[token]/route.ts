import { serverLink } from "@/lib/platform/links/mutations";
import { isLinkToken, linkPath } from "@/lib/platform/links/rules";
import { callerAddress } from "@/lib/platform/caller";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/error";
import { DEFAULT_LOCALE, isLocale, localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Redirects from the payment link of a paid sale to the report of its banner; creates the report link when there is none. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  try {
    await takeAttempt("adReport", await callerAddress());
    const { token } = await params;
    const client = createServiceClient();
    const { data: ad, error } = isLinkToken(token)
      ? await client.rpc("ad_of_payment", { token })
      : { data: null, error: null };
    if (error) throw new Error(error.message);
    if (!ad) return new Response(null, { status: 404 });
    const link = await serverLink(client, "report", ad);
    const language = new URL(request.url).searchParams.get("idioma") ?? undefined;
    const path = localePath(isLocale(language) ? language : DEFAULT_LOCALE, linkPath("report", link.token));
    return new Response(null, {
      status: 303,
      headers: {
        location: env.NEXT_PUBLIC_SITE_URL + path,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      },
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "rate.limited") return new Response(null, { status: 429 });
    reportError("payment-ads", error);
    return new Response(null, { status: 503 });
  }
}
