import { EVENT_LINK_KEY } from "@/lib/platform/device-storage/rules";
import { isLinkCode, LINK_PARAMETER } from "@/lib/platform/links/rules";

/** Keeps the code of the short link through which the visitor came, for a registration in the same tab. */
export function keepEventLink(): void {
  const code = new URLSearchParams(window.location.search).get(LINK_PARAMETER);
  try {
    if (isLinkCode(code)) sessionStorage.setItem(EVENT_LINK_KEY, code);
  } catch {
    // The browser blocks storage: the registration is not attributed to the link.
  }
}

/** The code that was kept; empty without one. */
export function readEventLink(): string {
  try {
    return sessionStorage.getItem(EVENT_LINK_KEY) ?? "";
  } catch {
    return "";
  }
}
