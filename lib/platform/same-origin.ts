import { AppError } from "./error";

/** Refuses what another site's page makes a browser send; programs say nothing of where they are, and have no cookies to abuse. */
export function requireSameOrigin(request: Request): void {
  if (!["same-origin", "none", null].includes(request.headers.get("sec-fetch-site"))) throw new AppError("access.denied", { detail: "another origin" });
}
