import "server-only";
import { env } from "./env";
import { localePath, type Locale } from "./i18n/routing";

/** The address of the site, or of a path on it that is complete: an image, or a page with its language. */
export const siteUrl = (path = ""): string => env.NEXT_PUBLIC_SITE_URL + path;

/** The address of a page in a language. */
export const pageUrl = (locale: Locale, path: string): string => siteUrl(localePath(locale, path));
