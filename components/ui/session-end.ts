import { localePath, splitPath } from "@/lib/platform/i18n/routing";

export const SESSION_END_EVENT = "lacambeche:session-end";

/** Fires the event for an expired session; returns whether a listener on the page handles it. */
export function announceSessionEnd(): boolean {
  return !window.dispatchEvent(new CustomEvent(SESSION_END_EVENT, { cancelable: true }));
}

/** Address of the sign-in page of the area of a page, which returns to the page. */
export function signInAddress(pathname: string): string {
  const { locale, path } = splitPath(pathname);
  const area = /^\/(?:admin|vendedor)(?=\/|$)/.exec(path)?.[0] ?? "";
  return `${localePath(locale, `${area}/login`)}?next=${encodeURIComponent(pathname)}`;
}

/** Pages that are shown with an account only; the others have the mark of the theme script while an account is open. */
const AREAS = /^\/(?:admin|vendedor|painel)(?:\/|$)/;

/** Whether the session of the page has ended; false for visitors without an account and when the server does not respond. */
export async function isSessionOver(): Promise<boolean> {
  const isSignedIn = document.documentElement.dataset.logged === "1";
  if (!isSignedIn && !AREAS.test(splitPath(window.location.pathname).path)) return false;
  const answer = await fetch("/api/session", { cache: "no-store" }).catch(() => null);
  return answer?.ok === true && ((await answer.json()) as { account: unknown }).account === null;
}
