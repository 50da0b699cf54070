import { getLocale, getMessages } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { StampIsland } from "./stamp-island";

/** The island of the stamp buttons of a page; `path` is without locale prefix. */
export async function PageStamps({ path, refreshes = false }: { path: string; refreshes?: boolean }) {
  const [{ "guide/passport": passport }, locale] = [await getMessages(), await getLocale()];
  const signIn = `${localePath(locale, "/login")}?next=${encodeURIComponent(localePath(locale, path))}`;
  return <StampIsland texts={passport.button} signIn={signIn} refreshes={refreshes} />;
}
