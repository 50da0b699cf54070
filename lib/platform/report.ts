import { redactSecrets } from "./redact";

/** Logs one structured line: what failed, where, and no personal data or secrets of the request. */
export function reportError(where: string, error: unknown, extra: Record<string, string | number> = {}): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
  const line = {
    at: new Date().toISOString(),
    where,
    name,
    message,
    cause,
    stack: stack?.split("\n").slice(1, 6),
    ...extra,
  };
  console.error(
    JSON.stringify(line, (_, value: unknown) => (typeof value === "string" ? redactSecrets(value) : value)),
  );
}
