import { errorFields, logLine } from "./log";
import { logText } from "./log-text";

/** Logs one structured line: what failed, where, and no personal data or secrets of the request. */
export function reportError(where: string, error: unknown, extra: Record<string, string | number> = {}): void {
  const shown = Object.entries(extra).map(([name, value]) => [
    name,
    typeof value === "string" ? logText(value) : value,
  ]);
  console.error(logLine("error", where, { ...errorFields(error), ...(Object.fromEntries(shown) as typeof extra) }));
}
