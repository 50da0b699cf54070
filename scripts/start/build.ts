import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { printLine } from "./console";
import { startNextBuild } from "./next-build";
import type { Work } from "./prepare-files";
import { isStopping, stopWithOthers, switchToCompressedFiles } from "./processes";
import { runStep } from "./steps";

const root = path.resolve(import.meta.dirname, "../..");
const STAMP = path.join(root, ".next/lacambeche-build");
const UNFINISHED = path.join(root, ".next/lacambeche-unfinished");
const BUILD_ID = path.join(root, ".next/BUILD_ID");

/** Inputs of a build: source files, the lock file and the environment values that Next inlines. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "messages",
  "public",
  "middleware.ts",
  "web/compress-build.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "package-lock.json",
];
/** Time for the first page and the worker, before their machine gets more work. */
const FIRST_PAGE_MS = 10_000;
const FROZEN = /^NEXT_PUBLIC_|^AUTH_/;

function filesBelow(entry: string): string[] {
  const full = path.join(root, entry);
  if (!existsSync(full)) return [];
  if (path.extname(entry)) return [full];
  return (
    readdirSync(full, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => path.join(file.parentPath, file.name))
      // Written by next.config.ts.
      .filter((file) => !file.startsWith(path.join(root, "public/scripts")))
  );
}

let known: string | undefined;

/** Hash of the sources and values of this start, which reads every source once. */
const fingerprint = (): string => (known ??= hashSources());

function hashSources(): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(filesBelow).sort())
    hash.update(path.relative(root, file)).update(readFileSync(file));
  for (const name of Object.keys(process.env)
    .filter((key) => FROZEN.test(key))
    .sort())
    hash.update(`${name}=${process.env[name]}`);
  return hash.digest("hex");
}

/** Runs one work of prepare-files.ts in a process of its own, with what the main work leaves of the machine. */
function prepare(work: Work): Promise<void> {
  const threads = String(Math.max(1, availableParallelism() - 1));
  const child = fork(path.join(root, "scripts/start/prepare-files.ts"), [work], {
    cwd: root,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, UV_THREADPOOL_SIZE: threads },
  });
  stopWithOthers(child);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("não foi possível; a causa está acima."))));
  });
}

/** Answers whether it succeeded; a failure is only printed, because the site works without what is prepared here. */
async function prepareForLater(name: string, work: Work): Promise<boolean> {
  try {
    await runStep({ name }, () => prepare(work));
    return true;
  } catch (error) {
    if (!isStopping()) printLine(`· ${name}: ${(error as Error).message}`);
    return false;
  }
}

/** Calculates the road network, so that the first route does not wait for it; without it the health page names the reason. */
const prepareRoads = () => (process.env.ROUTING_URL ? null : prepareForLater("rede de estradas", "roads"));

/** What a first start leaves for the time after its first page; does nothing when it is done. */
export async function finishBuild(): Promise<void> {
  if (!existsSync(UNFINISHED)) return;
  await sleep(FIRST_PAGE_MS);
  await prepareRoads();
  if (isStopping() || !(await prepareForLater("compressão final dos arquivos", "compress again"))) return;
  rmSync(UNFINISHED);
  switchToCompressedFiles();
}

type Options = {
  /** The database with its content: the pages are made from it, the code is compiled meanwhile. */
  backend: Promise<unknown>;
  /** Whether the site starts at once: then the output is short, and `finishBuild` does what the first page does not need. */
  isStart: boolean;
};

/** Whether the last build has the same sources and values. */
export function isBuilt(): boolean {
  return existsSync(BUILD_ID) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint();
}

/** Builds the site. */
export async function build({ backend, isStart }: Options): Promise<void> {
  const wanted = fingerprint();
  rmSync(STAMP, { force: true });
  // Cached fetches of an earlier build would put outdated rows into the new pages.
  rmSync(path.join(root, ".next/cache/fetch-cache"), { recursive: true, force: true });
  const next = startNextBuild(root, { isQuiet: isStart });
  await runStep(
    { name: "compilando o código do site", next: "as páginas, com os dados do banco" },
    () => next.compiled,
  );
  const files = prepare(isStart ? "compress quickly" : "compress");
  // Awaited below; a failure before that must not count as unhandled.
  files.catch(() => undefined);
  await backend;
  next.makePages();
  const making = { name: "gerando as páginas e comprimindo os arquivos", next: "o servidor do site" };
  await runStep(making, () => Promise.all([next.done, files]));
  if (isStart) writeFileSync(UNFINISHED, "");
  else await prepareRoads();
  writeFileSync(STAMP, wanted);
}
