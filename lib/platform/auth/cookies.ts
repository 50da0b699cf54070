/** Session cookie (HttpOnly). Long values are split into numbered cookies, and OAuth adds `-code-verifier`. */
export const SESSION_COOKIE_NAME = "lacambeche-auth";

/** Readable by scripts and contains no secret: static pages use it to decide whether to request `/api/session`. */
export const HINT_COOKIE = "logged";

/** Code of a message in `errors.json` that the next page shows once as a toast. */
export const FLASH_COOKIE = "flash";

/** State of a scanned QR code, for the page view after the redirect. */
export const SCAN_COOKIE = "scan";

/** Id of this browser's row in push_subscriptions, so that signing out can delete it without JavaScript. */
export const DEVICE_COOKIE = "lacambeche-device";

/** Proof that this browser made an account whose address is not confirmed yet. */
export const SIGN_UP_COOKIE = "signed-up";

const DAY = 86_400;
/** Lifetime of each cookie in seconds; signing out ends the session earlier. */
export const COOKIE_SECONDS = {
  session: 400 * DAY,
  hint: 400 * DAY,
  device: 400 * DAY,
  language: 365 * DAY,
  signUp: DAY,
  flash: 60,
  scan: 60,
} as const;
