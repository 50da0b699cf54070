export const CHECKS = ["database", "storage", "worker", "mail", "stripe", "maps", "webhooks", "errors"] as const;
export type CheckName = (typeof CHECKS)[number];
export type CheckStatus = "ok" | "warning" | "down" | "off";
export type Check = { name: CheckName; status: CheckStatus; latencyMs: number; detail: string };

type Finding = { status: CheckStatus; detail?: string };

/** Runs one check against the clock; what it throws is its failure. */
export async function timed(name: CheckName, probe: () => Promise<Finding>, now: () => number = () => performance.now()): Promise<Check> {
  const start = now();
  const finding = await probe().catch((error: unknown): Finding => ({ status: "down", detail: error instanceof Error ? error.message : String(error) }));
  return { name, status: finding.status, latencyMs: Math.round(now() - start), detail: (finding.detail ?? "").slice(0, 300) };
}

type Kept = { name: string; status: string; created_at: string; detail: string };

/** Share of good answers and the last bad one of a check, from what was kept. */
export function trackRecord(name: string, kept: readonly Kept[]): { uptime: number | null; lastFailure: Kept | null } {
  const own = kept.filter((one) => one.name === name && one.status !== "off");
  const good = own.filter(({ status }) => status !== "down").length;
  return { uptime: own.length > 0 ? good / own.length : null, lastFailure: own.find(({ status }) => status === "down") ?? null };
}
