import { AppError } from "./error";
import { env } from "./env";

/** Whether an `Origin` header matches the configured site URL or the request's host. */
function isOwn(origin: string, host: string | null): boolean {
  return URL.canParse(origin) && [new URL(env.NEXT_PUBLIC_SITE_URL).host, host].includes(new URL(origin).host);
}

/**
 * Whether a request is not cross-site (CSRF protection). Browsers send `Sec-Fetch-Site` only to https and localhost,
 * otherwise `Origin` decides. Clients other than browsers send neither and have no user's cookies.
 */
export function isSameOrigin(request: Request): boolean {
  const [site, origin] = [request.headers.get("sec-fetch-site"), request.headers.get("origin")];
  return site === null
    ? origin === null || isOwn(origin, request.headers.get("host"))
    : ["same-origin", "none"].includes(site);
}

/** Throws `access.denied` for a cross-site request. */
export function requireSameOrigin(request: Request): void {
  if (!isSameOrigin(request)) throw new AppError("access.denied", { detail: "another origin" });
}
