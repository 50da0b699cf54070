import "server-only";
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Why a user-supplied URL was not fetched. */
const FETCH_PROBLEMS = ["address", "private", "unreachable", "redirects", "tooLarge", "timeout"] as const;
export type FetchProblem = (typeof FETCH_PROBLEMS)[number];

export class PublicFetchError extends Error {
  constructor(
    readonly problem: FetchProblem,
    options?: ErrorOptions & { detail?: string },
  ) {
    super(options?.detail ? `${problem}: ${options.detail}` : problem, options);
    this.name = "PublicFetchError";
  }
}

/** Globally routed IPv6 (RFC 4291, section 2.4); ipaddr.js also returns `unicast` for ranges without a name. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");
/** Azure's platform address (metadata, DNS), which is public but only reachable from its own machines. */
const PLATFORM_ADDRESSES = ["168.63.129.16"];

/**
 * Whether an IP address is publicly routed: not private, loopback, link-local, carrier-grade NAT, reserved, or an
 * IPv6 address mapped to one of these.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || PLATFORM_ADDRESSES.includes(parsed.toString())) return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
}

/** Network access of a fetch; the tests replace it by their own servers. */
export type Network = {
  protocol: "https:" | "http:";
  /** Same format as `URL.port`: empty for the default port. */
  ports: readonly string[];
  resolve: (host: string) => Promise<readonly string[]>;
  isPublic: (address: string) => boolean;
  request: typeof https.request;
};

const INTERNET: Network = {
  protocol: "https:",
  ports: [""],
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
  request: https.request,
};

type Limits = { maxBytes: number; accept: string; timeoutMs?: number; network?: Network };

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Parses and validates a URL; throws for everything that can be rejected without a network request. */
function checkedUrl(address: string | URL, { protocol, ports, isPublic }: Network = INTERNET): URL {
  if (!URL.canParse(address)) throw new PublicFetchError("address");
  // The URL parser normalises decimal, octal and hexadecimal IPv4 notations.
  const url = new URL(address);
  if (url.protocol !== protocol || !ports.includes(url.port) || url.username || url.password)
    throw new PublicFetchError("address");
  const host = hostOf(url);
  if (isIP(host) && !isPublic(host)) throw new PublicFetchError("private", { detail: host });
  return url;
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** Resolves a host; throws unless all of its IP addresses are public. */
async function publicAddresses(
  url: URL,
  { resolve, isPublic }: Network,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = hostOf(url);
  const found = isIP(host) ? [host] : await Promise.race([resolve(host), rejectOnAbort(signal)]);
  if (found.length === 0) throw new PublicFetchError("unreachable", { detail: `${host} has no address` });
  const closed = found.find((address) => !isPublic(address));
  if (closed !== undefined) throw new PublicFetchError("private", { detail: `${host} is ${closed}` });
  return found;
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

type Sent = { body: string; headers: Readonly<Record<string, string>> };
type Connection = { accept: string; network: Network; signal: AbortSignal; sent?: Sent };

/** Connects to a checked IP address without a second DNS lookup, which prevents DNS rebinding. */
function open(
  url: URL,
  addresses: readonly string[],
  { accept, network, signal, sent }: Connection,
): Promise<IncomingMessage> {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  const pinned: LookupFunction = (_host, options, answer) =>
    options.all ? answer(null, checked) : answer(null, checked[0]!.address, checked[0]!.family);
  return new Promise((resolve, reject) => {
    const request = network.request(
      url,
      {
        agent: false,
        lookup: pinned,
        signal,
        method: sent ? "POST" : "GET",
        headers: {
          ...sent?.headers,
          ...(sent && { "content-length": String(Buffer.byteLength(sent.body)) }),
          accept,
          "accept-encoding": "identity",
          "user-agent": "LACAMBECHE",
        },
      },
      resolve,
    );
    request.on("error", reject);
    request.end(sent?.body);
  });
}

/** Reads at most `maxBytes` of the body, independent of its Content-Length. */
async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw new PublicFetchError("tooLarge");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new PublicFetchError("tooLarge");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function follow(
  address: string,
  { maxBytes, accept, network = INTERNET }: Limits,
  signal: AbortSignal,
): Promise<Buffer> {
  let url = checkedUrl(address, network);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await open(url, await publicAddresses(url, network, signal), { accept, network, signal });
    try {
      const { statusCode = 0, headers } = answer;
      if (REDIRECTS.includes(statusCode) && headers.location && URL.canParse(headers.location, url))
        url = checkedUrl(new URL(headers.location, url), network);
      else if (statusCode !== 200) throw new PublicFetchError("unreachable", { detail: `HTTP ${statusCode}` });
      else return await readBody(answer, maxBytes);
    } finally {
      answer.destroy();
    }
  }
  throw new PublicFetchError("redirects");
}

/** Runs a fetch within its time; everything that goes wrong is a `PublicFetchError`. */
async function withinTime<T>(timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await run(signal);
  } catch (cause) {
    if (cause instanceof PublicFetchError) throw cause;
    throw new PublicFetchError(signal.aborted ? "timeout" : "unreachable", { cause, detail: (cause as Error).message });
  }
}

/**
 * Fetches a user-supplied URL; the server must not fetch such URLs in any other way (SSRF). Only HTTPS on the default
 * port and public IP addresses; each redirect is checked like the first URL. Throws `PublicFetchError`.
 */
export const fetchPublic = (address: string, limits: Limits): Promise<Buffer> =>
  withinTime(limits.timeoutMs ?? TIMEOUT_MS, (signal) => follow(address, limits, signal));

type Post = Sent & Omit<Limits, "accept">;

async function post(address: string, { network = INTERNET, maxBytes, ...sent }: Post, signal: AbortSignal) {
  const url = checkedUrl(address, network);
  const addresses = await publicAddresses(url, network, signal);
  const answer = await open(url, addresses, { accept: "*/*", network, signal, sent });
  try {
    const { statusCode = 0 } = answer;
    if (REDIRECTS.includes(statusCode)) throw new PublicFetchError("redirects");
    await readBody(answer, maxBytes);
    return statusCode;
  } finally {
    answer.destroy();
  }
}

/**
 * Sends a body to a user-supplied URL with the same checks and returns the status of the answer, whose body is read and
 * dropped. A redirect is not followed and throws.
 */
export const postPublic = (address: string, { timeoutMs = TIMEOUT_MS, ...sent }: Post): Promise<number> =>
  withinTime(timeoutMs, (signal) => post(address, sent, signal));
