import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { ADMIN, createOwner } from "./owner-role";
import type { PostgresInstallation } from "./postgres-binaries";
import { BootError, progress } from "./report";

const PASSWORD_BYTES = 24;
const INITDB_OPTIONS = ["--auth=scram-sha-256", "-E", "UTF8", "--locale=C", "--data-checksums"];
/** In this mode the exit code does not show a refused statement. */
const REFUSED = /^.*(?:ERROR|FATAL|PANIC):.*$/m;

/** Creates a cluster with the superuser and the owner of a hosted project; both have the password of the file. */
export function createCluster(install: PostgresInstallation, data: string, passwordFile: string): void {
  progress("criando o banco de dados local (só na primeira vez)");
  const draft = `${data}.new`;
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { recursive: true, mode: 0o700 });
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (install.account)
    for (const file of [draft, passwordFile]) fs.chownSync(file, install.account.uid, install.account.gid);
  const run = (program: string, args: readonly string[], input = "") =>
    check(spawnSync(program, args, { ...install.account, cwd: "/", encoding: "utf8", input }), data);
  run(install.initdb, ["-D", draft, "-U", ADMIN, `--pwfile=${passwordFile}`, ...INITDB_OPTIONS]);
  run(install.postgres, ["--single", "-D", draft, "postgres"], `${createOwner(password)}\n`);
  fs.renameSync(draft, data); // renamed only when complete, so that a crash cannot leave a partial cluster
}

function check({ status, stderr, error }: SpawnSyncReturns<string>, data: string): void {
  const refusal = REFUSED.exec(stderr ?? "")?.[0];
  if (status === 0 && !refusal) return;
  const reason = refusal ?? (stderr || error?.message || "").trim().split("\n").at(-1);
  throw new BootError(`O PostgreSQL não conseguiu criar o banco em ${data}: ${reason}`);
}
