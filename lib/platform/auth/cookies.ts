/** Readable by scripts and worth nothing: tells static pages that asking `/api/session` may be useful. */
export const HINT_COOKIE = "logged";

/** A code of `errors.json` that the next page shows once as a toast. */
export const FLASH_COOKIE = "flash";
