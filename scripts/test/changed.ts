import { spawnSync } from "node:child_process";
import type { StageCall, StageName } from "./arguments";
import { ROOT } from "./command";

type Choice = Omit<StageCall, "name">;

const WHOLE: Choice = { args: [] };

const isSource = (file: string) => /\.(?:[cm]?tsx?|json|css)$/.test(file);
const isIn =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(`${folder}/`));
const isDatabaseTest = (file: string) => /^tests\/database\/.*\.test\.ts$/.test(file);
const isBrowserTest = (file: string) => /^tests\/e2e\/.*\.spec\.ts$/.test(file);

/** The unit tests that import a changed file, and the architecture tests, which read files without importing them. */
function unit(files: readonly string[], architecture: readonly string[]): Choice {
  return files.includes("package-lock.json")
    ? WHOLE
    : { args: [], related: [...files.filter(isSource), ...architecture] };
}

/** All database tests when the database or what they share changed, otherwise those that changed or import a changed file. */
function database(files: readonly string[]): Choice | undefined {
  const isShared = (file: string) => isIn("tests/database", "supabase")(file) && !/\.(?:test\.ts|md)$/.test(file);
  const isPackage = (file: string) => ["package-lock.json", "vitest.database.config.mts"].includes(file);
  if (files.some((file) => isShared(file) || isPackage(file))) return WHOLE;
  const related = files.filter(
    (file) => isDatabaseTest(file) || (isSource(file) && isIn("lib", "scripts", "messages", "tests/support")(file)),
  );
  return related.length > 0 ? { args: [], related } : undefined;
}

/** All browser tests when what they share changed, otherwise those that changed. */
function browser(files: readonly string[]): Choice | undefined {
  const isShared = (file: string) =>
    file === "playwright.config.ts" || (isIn("tests/e2e")(file) && !isBrowserTest(file));
  if (files.some(isShared)) return WHOLE;
  const args = files.filter(isBrowserTest);
  return args.length > 0 ? { args } : undefined;
}

/** What `--changed` runs of a stage; undefined leaves the stage out. */
function choose(name: StageName, files: readonly string[], architecture: readonly string[]): Choice | undefined {
  if (name === "unit") return unit(files, architecture);
  if (name === "database") return database(files);
  if (name === "build") return browser(files)?.args.length === 0 ? WHOLE : undefined;
  if (name === "browser") return browser(files);
  return WHOLE;
}

/** Leaves of the stages what the changed files can break; a stage with paths or options of its own runs as it was called. */
export function keepChanged(
  calls: readonly StageCall[],
  files: readonly string[],
  architecture: readonly string[],
): StageCall[] {
  return calls.flatMap((call) => {
    if (call.args.length > 0) return [call];
    const choice = choose(call.name, files, architecture);
    return choice ? [{ name: call.name, ...choice }] : [];
  });
}

function git(...args: string[]): string[] | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.split("\0").flatMap((line) => line.trim() || []) : undefined;
}

/** Files that exist and differ from the merge base with the main branch, including those not committed. */
export function changedFiles(): string[] {
  const main = ["main", "origin/main"].find((name) => git("rev-parse", "--verify", "--quiet", `${name}^{commit}`));
  const [base] = (main && git("merge-base", "HEAD", main)) || ["HEAD"];
  const tracked = git("diff", "--name-only", "--diff-filter=d", "-z", base ?? "HEAD");
  const added = git("ls-files", "--others", "--exclude-standard", "-z");
  if (!tracked || !added) throw new Error("--changed needs the git history of the repository");
  return [...new Set([...tracked, ...added])].sort();
}
