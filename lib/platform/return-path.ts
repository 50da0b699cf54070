import { splitPath } from "./i18n/routing";

/** Validates a return path after sign-in; returns the fallback for another origin or a sign-in page (prevents open redirects). */
export function safeReturnPath(value: string | null | undefined, fallback: string): string {
  if (!value || value.length > 300 || !/^\/(?![/\\])[^\\\s]*$/.test(value)) return fallback;
  const { pathname } = new URL(value, "http://localhost");
  if (
    pathname.startsWith("//") ||
    /^\/(?:api|auth|login|admin\/login|vendedor\/login)(?:\/|$)/.test(splitPath(pathname).path)
  )
    return fallback;
  return value;
}
