import { BREAKDOWN_PATH } from "@/lib/guide/breakdown/rules";
import { FAVOURITES_PATH } from "@/lib/guide/favourites/rules";
import { OFFLINE_PATH } from "@/lib/platform/offline/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";

/** Pages that the service worker caches when it is installed, in every language. */
export const OWN_PAGES = [OFFLINE_PATH, BREAKDOWN_PATH, FAVOURITES_PATH].flatMap((path) =>
  LOCALES.map((locale) => localePath(locale, path)),
);
