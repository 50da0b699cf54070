import { z } from "zod";
import { serverLink } from "@/lib/platform/links/mutations";
import { admitAccount } from "@/lib/platform/auth/guard";
import { callerAddress } from "@/lib/platform/caller";
import { env } from "@/lib/platform/env";
import { DEFAULT_LOCALE, isLocale, localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { listOwnRegistrations } from "@/lib/events/registrations/queries";
import { statusPath } from "@/lib/events/registrations/rules";
import { handled } from "../../answer";

/** Redirects the owner from `/painel` to the page of a registration. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return handled("own registration", async () => {
    await takeAttempt("registrationPage", await callerAddress());
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    const id = z.uuid().safeParse((await params).id);
    const own = id.success && (await listOwnRegistrations(account.id)).find((one) => one.id === id.data);
    if (!own) return new Response(null, { status: 404 });
    const { token } = await serverLink(createServiceClient(), "registration", own.id);
    const language = new URL(request.url).searchParams.get("idioma") ?? undefined;
    const path = localePath(isLocale(language) ? language : DEFAULT_LOCALE, statusPath(token));
    const headers = {
      location: env.NEXT_PUBLIC_SITE_URL + path,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    };
    return new Response(null, { status: 303, headers });
  });
}
