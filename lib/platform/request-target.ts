export type RequestTarget = {
  /** The path as received. */
  sent: string;
  /** The path with dot segments resolved, without empty segments, and with each segment decoded once and encoded again. */
  path: string;
  /** The query with its question mark, or "". */
  query: string;
  /** Whether the received path is canonical; reserved characters may also be unescaped. */
  isCanonical: boolean;
};

const LONGEST_PATH = 2000;
/** Characters that `encodeURIComponent` escapes although a path segment may contain them (RFC 3986, section 3.3). */
const OPTIONAL_ESCAPES = /[$&+,;=:@[\]]/g;
/** Paths that are their own canonical form: letters, digits, "_", "~", "-" and dots that begin no segment. */
const PLAIN_PATH = /^\/$|^(?:\/[\w~-][\w.~-]*)+$/;
/** Separators, control characters, and the replacement character for invalid UTF-8. */
const UNUSABLE = /[\p{Cc}/\\\ufffd]/u;

/** Decodes one segment; null when an escape is malformed or contains a separator or a control character. */
function decodeSegment(segment: string): string | null {
  try {
    const decoded = decodeURIComponent(segment);
    return UNUSABLE.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** Resolves "." and ".." segments and removes empty ones (RFC 3986, section 5.2.4). */
function resolveDots(segments: readonly string[]): string[] {
  const resolved: string[] = [];
  for (const segment of segments) {
    if (segment === "..") resolved.pop();
    else if (segment !== "." && segment !== "") resolved.push(segment);
  }
  return resolved;
}

/**
 * Parses the target of an HTTP request as Node provides it (one character per byte). Null when it has no canonical
 * form: not a path, too long, a fragment, a malformed escape, an encoded separator.
 */
export function readRequestTarget(raw: string): RequestTarget | null {
  const [sent = "", ...rest] = raw.split("?");
  if (!sent.startsWith("/") || sent.length > LONGEST_PATH || raw.includes("#")) return null;
  const query = rest.length > 0 ? `?${rest.join("?")}` : "";
  if (PLAIN_PATH.test(sent)) return { sent, path: sent, query, isCanonical: true };
  const text = Buffer.from(sent, "latin1").toString("utf8");
  const segments = text.replaceAll("\\", "/").split("/").map(decodeSegment);
  if (segments.some((segment) => segment === null)) return null;
  const path = `/${resolveDots(segments as string[])
    .map(encodeURIComponent)
    .join("/")}`;
  return { sent, path, query, isCanonical: sent.replace(OPTIONAL_ESCAPES, encodeURIComponent) === path };
}

const BACKEND_PREFIX = /^\/(?:rest|auth|storage)\/v1(?:\/|$)/;

/** Decodes every ASCII escape, unifies separators and converts to lower case; only for detecting a prefix. */
function folded(sent: string): string {
  const decoded = sent.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoded.replaceAll(/[/\\](?:\.?[/\\])*/g, "/").toLowerCase();
}

export type BackendCall = "none" | "forward" | "refuse";

/**
 * Decides how to handle a possible call of the embedded backend: `forward` for canonical paths below its three
 * prefixes, `refuse` for any other spelling that starts with or resolves to such a prefix.
 */
export function backendCall(raw: string, target: RequestTarget | null): BackendCall {
  const looksLikeOne =
    BACKEND_PREFIX.test(folded(raw.split("?")[0] ?? "")) ||
    (target !== null && BACKEND_PREFIX.test(target.path.toLowerCase()));
  if (!looksLikeOne) return "none";
  // A percent sign that remains after decoding could be decoded again by the backend.
  const isExact = target?.isCanonical && BACKEND_PREFIX.test(target.path) && !target.path.includes("%25");
  return isExact ? "forward" : "refuse";
}

/** Header of our server on a request of the router for the data of a page, after a click inside the app. */
export const ROUTER_HEADER = "x-router-request";
