import "server-only";
import { headers } from "next/headers";
import { DEFAULT_LOCALE, splitPath, type Locale } from "./i18n/routing";

/** Locale of the page that called a server action, from the referrer, because actions have no URL of their own. */
export async function callerLocale(): Promise<Locale> {
  const referer = (await headers()).get("referer") ?? "";
  return URL.canParse(referer) ? splitPath(new URL(referer).pathname).locale : DEFAULT_LOCALE;
}
