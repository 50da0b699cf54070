import { readdirSync, readFileSync } from "node:fs";

/** What of the portal a process is, by its command. */
const GROUPS = {
  web: /web\/server\.ts/,
  backend: /supabase\/local\/server\.ts/,
  worker: /supabase\/jobs\/worker\.ts/,
  postgres: /(?:^|\/)postgres(?::|\0|$)/,
} as const;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];
/** Processes that are started again when they end. */
export const SUPERVISED = ["web", "backend", "worker"] as const;
export type Supervised = (typeof SUPERVISED)[number];

type Process = { pid: string; parent: string; command: string };

function readProcess(pid: string): Process[] {
  try {
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";
    return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, "utf8") }];
  } catch {
    // The process ended in the meantime.
    return [];
  }
}

/** Ids of the processes of a portal by their group; `start` is the process that started them. */
export function processesOf(start: number): Record<Group, string[]> {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const below = (parent: string): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  const started = below(String(start));
  const idsOf = (group: Group) => started.filter(({ command }) => GROUPS[group].test(command)).map(({ pid }) => pid);
  return { web: idsOf("web"), backend: idsOf("backend"), worker: idsOf("worker"), postgres: idsOf("postgres") };
}

function kilobytes(file: string, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync(file, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

export type Sample = { seconds: number } & Record<Group, number>;

/** Resident megabytes by group; shared memory of the processes of Postgres counts once. */
export function measureMemory(processes: Record<Group, string[]>, seconds: number): Sample {
  const megabytes = (group: Group) =>
    processes[group].reduce(
      (sum, pid) =>
        sum +
        (group === "postgres"
          ? kilobytes(`/proc/${pid}/smaps_rollup`, "Pss")
          : kilobytes(`/proc/${pid}/status`, "VmRSS")) /
          1024,
      0,
    );
  return {
    seconds,
    web: megabytes("web"),
    backend: megabytes("backend"),
    worker: megabytes("worker"),
    postgres: megabytes("postgres"),
  };
}
