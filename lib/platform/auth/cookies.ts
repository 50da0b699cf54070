/** Holds the session; no script can read it. Long values come in numbered parts, and a provider's sign-in adds `-code-verifier`. */
export const SESSION_COOKIE_NAME = "lacambeche-auth";

/** Readable by scripts and worth nothing: tells static pages that asking `/api/session` may be useful. */
export const HINT_COOKIE = "logged";

/** A code of `errors.json` that the next page shows once as a toast. */
export const FLASH_COOKIE = "flash";

/** The state of a QR code that was scanned, for the page view after the redirect. */
export const SCAN_COOKIE = "scan";

/** Names this browser's row of push_subscriptions, so that signing out takes it away without a script. */
export const DEVICE_COOKIE = "lacambeche-device";

const DAY = 86_400;
/** How long each cookie lasts, in seconds; the session ends earlier when somebody signs out. */
export const COOKIE_SECONDS = { session: 400 * DAY, hint: 400 * DAY, device: 400 * DAY, language: 365 * DAY, flash: 60, scan: 60 } as const;
