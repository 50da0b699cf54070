import { AppError } from "./error";
import { env } from "./env";

/** Whether an `Origin` header names the site: by its configured address, or by the host the request came to. */
function isOwn(origin: string, host: string | null): boolean {
  return URL.canParse(origin) && [new URL(env.NEXT_PUBLIC_SITE_URL).host, host].includes(new URL(origin).host);
}

/**
 * Whether no page of another site made a browser send this request. Browsers send `Sec-Fetch-Site` to https and
 * localhost only, elsewhere `Origin` decides. Programs send neither and have no cookies of a visitor.
 */
export function isSameOrigin(request: Request): boolean {
  const [site, origin] = [request.headers.get("sec-fetch-site"), request.headers.get("origin")];
  return site === null ? origin === null || isOwn(origin, request.headers.get("host")) : ["same-origin", "none"].includes(site);
}

/** Refuses a request of another site's page. */
export function requireSameOrigin(request: Request): void {
  if (!isSameOrigin(request)) throw new AppError("access.denied", { detail: "another origin" });
}
