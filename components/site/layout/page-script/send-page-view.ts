import { SCAN_COOKIE } from "@/lib/platform/device-storage/rules";
import { splitPath } from "@/lib/platform/i18n/routing";
import { keepEventLink } from "./event-link";

/** Waits before the second and third attempt, in milliseconds (specification, section 9). */
const WAITS = [1000, 2000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A QR code's redirect stores its state in a cookie, so that the scan is counted as a view of its own. */
function takeScan(): string | null {
  const state = new RegExp(`(?:^|; )${SCAN_COOKIE}=([a-z]{2})(?:;|$)`).exec(document.cookie)?.[1];
  if (!state) return null;
  document.cookie = `${SCAN_COOKIE}=; path=/; max-age=0`;
  return `/select-state/${state}`;
}

async function post(body: { path: string; locale: string; referrer?: string }): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await fetch("/api/page-views", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        keepalive: true,
      });
      return;
    } catch (error) {
      const wait = WAITS[attempt];
      if (wait === undefined || !String(error).includes("Failed to fetch")) return console.warn("page view", error);
      await pause(wait);
    }
  }
}

/** Sends one page view; retries only network errors, other errors are logged and ignored. */
export async function sendPageView(pathname: string): Promise<void> {
  const { locale, path } = splitPath(pathname);
  if (/^\/(?:admin|api)(?:\/|$)/.test(path)) return;
  keepEventLink();
  const scanned = takeScan();
  if (scanned) await post({ path: scanned, locale });
  await post({ path, locale, referrer: document.referrer || undefined });
}
