import { pageCsp, sha256Source } from "../lib/platform/csp";
import { INLINE_SCRIPTS } from "../lib/platform/inline-scripts";
import { FIRST_ACTION_SCRIPT } from "./paint-first";

const DATA_PUSH = /^(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\((\[[\s\S]*\])\)$/;
const CHUNK_LIST = /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((\{[\s\S]*\})\);$/;

/** Whether an inline script is expected: one of our constants, or a data push of the framework that contains only JSON. */
export function isAllowedScript(body: string): boolean {
  if (INLINE_SCRIPTS.includes(body) || body === FIRST_ACTION_SCRIPT) return true;
  const data = (DATA_PUSH.exec(body) ?? CHUNK_LIST.exec(body))?.[1];
  if (data === undefined) return false;
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}

/** Policy of a cached static page: the hashes of all known inline scripts; unknown ones are blocked. */
export function hashedCsp(html: string): string {
  const hashes = new Set<string>();
  for (const [, attributes = "", body = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!/\bsrc=/.test(attributes) && isAllowedScript(body)) hashes.add(sha256Source(body));
  }
  return pageCsp({ hashes: [...hashes] });
}
