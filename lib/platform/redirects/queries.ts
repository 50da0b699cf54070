import "server-only";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { localePath } from "../i18n/routing";
import { GONE_PATH } from "../status-pages";
import { createPublicClient } from "../supabase/public";
import { isFormerPath, redirectOf, type Redirect } from "./rules";
import { orThrow } from "../supabase/or-throw";

/** Redirect of a path without locale prefix; null when there is none. */
export async function findRedirect(path: string): Promise<Redirect | null> {
  if (!isFormerPath(path)) return null;
  const data = orThrow(
    await createPublicClient(["redirects"]).from("redirects").select("to_path").eq("from_path", path).maybeSingle(),
  );
  return redirectOf(path, data);
}

/**
 * Ends a page whose row does not exist: 308 to the new URL, 410 when it was permanently removed, else 404. `paths`
 * are the former paths without locale prefix; the first one with a redirect is used.
 */
export async function redirectOrNotFound(...paths: readonly string[]): Promise<never> {
  for (const path of paths) {
    const redirect = await findRedirect(path);
    if (redirect) permanentRedirect(localePath(await getLocale(), redirect === "gone" ? GONE_PATH : redirect.to));
  }
  notFound();
}
