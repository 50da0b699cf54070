import { randomBytes } from "node:crypto";
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "../lib/platform/env";
import { OUTDATED_HEADER } from "../lib/platform/page-cache";
import { currentRequestId, REQUEST_ID_HEADER } from "../lib/platform/request-id";
import { ownAddress } from "./own-address";

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Header with a secret token that marks the server's own requests, so that they bypass the page cache. */
const FILL_HEADER = "x-page-cache-fill";
const fillToken = randomBytes(24).toString("hex");

/** Removes the marker header; returns whether the request carried the correct token. */
export function takeFillMark(request: IncomingMessage): boolean {
  const isOurs = request.headers[FILL_HEADER] === fillToken;
  delete request.headers[FILL_HEADER];
  return isOurs;
}

/**
 * Limits how many pages Next renders for the cache at once; further requests wait in the agent's queue. Rendering is work
 * of this thread, which does a part of each page before it looks for new requests: with more pages, cached ones wait.
 */
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
const TIMEOUT_MS = 30_000;

/** Number of tries, and pause between them, while Next still returns an outdated copy. */
const STALE_TRIES = 4;
const STALE_WAIT_MS = 150;

/** Whether Next returned an outdated copy while it renders a new one, or a page whose data changed meanwhile. */
export const isOutdated = ({ headers }: Answer) => headers["x-nextjs-cache"] === "STALE" || OUTDATED_HEADER in headers;

function ask(port: number, path: string): Promise<Answer> {
  const headers = {
    host: new URL(env.NEXT_PUBLIC_SITE_URL).host,
    [FILL_HEADER]: fillToken,
    "accept-encoding": "identity",
    [REQUEST_ID_HEADER]: currentRequestId() ?? "",
  };
  return new Promise((resolve, reject) => {
    const request = http.get(
      { host: ownAddress, port, path, headers, agent, signal: AbortSignal.timeout(TIMEOUT_MS) },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
        answer.on("error", reject);
      },
    );
    request.on("error", reject);
  });
}

/** Requests a path from this server past the page cache; retries while Next returns an outdated copy. */
export async function askNext(port: number, path: string): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask(port, path);
    if (!isOutdated(answer) || tries === STALE_TRIES) return answer;
    await sleep(STALE_WAIT_MS);
  }
}
