import "server-only";
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Why an address that somebody typed was not fetched. */
export const FETCH_PROBLEMS = ["address", "private", "unreachable", "redirects", "tooLarge", "timeout"] as const;
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

/** IPv6 that is routed on the internet (RFC 4291, section 2.4); ipaddr.js calls every range without a name unicast. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");
/** Azure answers requests of its own machines at this public address (metadata, DNS). */
const PLATFORM_ADDRESSES = ["168.63.129.16"];

/** Whether an IP address is reached over the internet: not private, loopback, link-local, carrier-grade NAT, mapped to one of these or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || PLATFORM_ADDRESSES.includes(parsed.toString())) return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
}

/** What a fetch goes through; the tests name servers of their own. */
export type Network = {
  protocol: "https:" | "http:";
  /** As `URL.port` has it: empty for the protocol's own. */
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

/** The address as it would be requested; throws for what no network is needed to refuse. */
export function checkedUrl(address: string | URL, { protocol, ports, isPublic }: Network = INTERNET): URL {
  if (!URL.canParse(address)) throw new PublicFetchError("address");
  // The parser writes decimal, octal and hexadecimal forms of IPv4 as four plain numbers.
  const url = new URL(address);
  if (url.protocol !== protocol || !ports.includes(url.port) || url.username || url.password) throw new PublicFetchError("address");
  const host = hostOf(url);
  if (isIP(host) && !isPublic(host)) throw new PublicFetchError("private", { detail: host });
  return url;
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** The addresses of a host; throws unless every one of them is public. */
async function publicAddresses(url: URL, { resolve, isPublic }: Network, signal: AbortSignal): Promise<readonly string[]> {
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

/** Connects to an address that was checked: a second DNS answer (DNS rebinding) is never asked for. */
function open(url: URL, addresses: readonly string[], { accept, network, signal }: { accept: string; network: Network; signal: AbortSignal }): Promise<IncomingMessage> {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  const pinned: LookupFunction = (_host, options, answer) => (options.all ? answer(null, checked) : answer(null, checked[0]!.address, checked[0]!.family));
  return new Promise((resolve, reject) => {
    const request = network.request(url, { agent: false, lookup: pinned, signal, headers: { accept, "accept-encoding": "identity", "user-agent": "LACAMBECHE" } }, resolve);
    request.on("error", reject);
    request.end();
  });
}

/** The body, no longer than `maxBytes`, whatever its headers announce. */
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

async function follow(address: string, { maxBytes, accept, network = INTERNET }: Limits, signal: AbortSignal): Promise<Buffer> {
  let url = checkedUrl(address, network);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await open(url, await publicAddresses(url, network, signal), { accept, network, signal });
    try {
      const { statusCode = 0, headers } = answer;
      if (REDIRECTS.includes(statusCode) && headers.location && URL.canParse(headers.location, url)) url = checkedUrl(new URL(headers.location, url), network);
      else if (statusCode !== 200) throw new PublicFetchError("unreachable", { detail: `HTTP ${statusCode}` });
      else return await readBody(answer, maxBytes);
    } finally {
      answer.destroy();
    }
  }
  throw new PublicFetchError("redirects");
}

/**
 * The bytes behind an address that somebody typed. The only way of the server to such addresses: HTTPS on its own port,
 * public IP addresses alone, each redirect checked like the first address. Throws `PublicFetchError`.
 */
export async function fetchPublic(address: string, limits: Limits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs ?? TIMEOUT_MS);
  try {
    return await follow(address, limits, signal);
  } catch (cause) {
    if (cause instanceof PublicFetchError) throw cause;
    throw new PublicFetchError(signal.aborted ? "timeout" : "unreachable", { cause, detail: (cause as Error).message });
  }
}
