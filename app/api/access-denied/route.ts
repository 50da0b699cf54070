import { COOKIE_SECONDS, FLASH_COOKIE } from "@/lib/platform/auth/cookies";
import { DEFAULT_LOCALE, isLocale, localePath } from "@/lib/platform/i18n/routing";

/** Sends a visitor home with the notice `access.denied`: a page that reads the database to decide cannot set a cookie. */
export function GET(request: Request): Response {
  const locale = new URL(request.url).searchParams.get("locale") ?? undefined;
  return new Response(null, {
    status: 303,
    headers: {
      location: localePath(isLocale(locale) ? locale : DEFAULT_LOCALE, "/home"),
      "set-cookie": `${FLASH_COOKIE}=access.denied; Path=/; Max-Age=${COOKIE_SECONDS.flash}; SameSite=Lax`,
      "cache-control": "no-store",
    },
  });
}
