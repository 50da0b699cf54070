import { z } from "zod";
import { DEVICE_SCHEME } from "@/lib/platform/readings/schema";

/** `offline`: not reached. `signedOut`: the session expired. `refused`: no permission, or the link is no longer valid. */
export type ReadingFailure = "offline" | "signedOut" | "refused" | "missing" | "failed";
export type ReadingResult<T> = { data: T; failure: null } | { data: null; failure: ReadingFailure };

const FAILURES: Partial<Record<number, ReadingFailure>> = { 401: "signedOut", 403: "refused", 404: "missing" };
const TIMEOUT_MS = 10_000;

/** Sends a request as an enrolled device, or with the session when there is no token. */
export async function ask<T>(
  token: string | null,
  path: string,
  schema: z.ZodType<T>,
  body?: unknown,
): Promise<ReadingResult<T>> {
  try {
    const response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: token === null ? {} : { authorization: `${DEVICE_SCHEME} ${token}` },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return { data: null, failure: FAILURES[response.status] ?? "failed" };
    return { data: schema.parse(await response.json()), failure: null };
  } catch (error) {
    return { data: null, failure: error instanceof z.ZodError ? "failed" : "offline" };
  }
}

/** Name of the storage of an enrolled device; the token itself is not part of it. */
export async function deviceScope(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return `device:${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
