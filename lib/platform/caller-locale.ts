import "server-only";
import { headers } from "next/headers";
import { DEFAULT_LOCALE, splitPath, type Locale } from "./i18n/routing";

/** The language of the page that called an action: actions have no address of their own. */
export async function callerLocale(): Promise<Locale> {
  const referer = (await headers()).get("referer") ?? "";
  return URL.canParse(referer) ? splitPath(new URL(referer).pathname).locale : DEFAULT_LOCALE;
}
