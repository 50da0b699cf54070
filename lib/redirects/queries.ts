import "server-only";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { AppError } from "../platform/error";
import { localePath } from "../platform/i18n/routing";
import { GONE_PATH } from "../platform/paths";
import { createPublicClient } from "../platform/supabase/public";
import { isFormerPath, leavingOf, type Leaving } from "./rules";

/** What became of a path without locale prefix; null when nobody wrote it down. */
export async function findLeaving(path: string): Promise<Leaving | null> {
  if (!isFormerPath(path)) return null;
  const { data, error } = await createPublicClient(["redirects"]).from("redirects").select("to_path").eq("from_path", path).maybeSingle();
  if (error) throw new AppError("service.unavailable", { detail: error.message });
  return leavingOf(path, data);
}

/**
 * Ends a page that does not find its row, in the reader's language: 308 to its new address, 410 when it is gone
 * for good, else 404. The addresses it had are without locale prefix; the first that is written down counts.
 */
export async function leaveMissing(...paths: readonly string[]): Promise<never> {
  for (const path of paths) {
    const leaving = await findLeaving(path);
    if (leaving) permanentRedirect(localePath(await getLocale(), leaving === "gone" ? GONE_PATH : leaving.to));
  }
  notFound();
}
