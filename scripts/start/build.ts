import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { RoutingThread } from "../../lib/geo/roads/thread";
import { compressBuild } from "../../web/compress-build";
import { printLine } from "./console";

const root = path.resolve(import.meta.dirname, "../..");
const STAMP = path.join(root, ".next/lacambeche-build");

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

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(filesBelow).sort())
    hash.update(path.relative(root, file)).update(readFileSync(file));
  for (const name of Object.keys(process.env)
    .filter((key) => FROZEN.test(key))
    .sort())
    hash.update(`${name}=${process.env[name]}`);
  return hash.digest("hex");
}

function nextBuild(): Promise<void> {
  // Cached fetches of an earlier build would put outdated rows into the new pages.
  rmSync(path.join(root, ".next/cache/fetch-cache"), { recursive: true, force: true });
  const child = spawn(process.execPath, [path.join(root, "node_modules/next/dist/bin/next"), "build"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error("a compilação do site falhou; a causa está nas linhas acima.")),
    );
  });
}

/** Calculates the road network, so that the first route does not wait for it. The sources with a switch follow later. */
async function prepareRoads(): Promise<void> {
  const thread = new RoutingThread({ root, switched: [] });
  // A site without routes starts too; the health page names the reason.
  await thread
    .run({ kind: "nearest", point: [-15.79, -47.88] })
    .catch(() => printLine("· a rede de estradas não pôde ser calculada"));
  await thread.close();
}

/** Builds the site unless the last build has the same sources and values. */
export async function ensureBuild(): Promise<void> {
  const wanted = fingerprint();
  const done = existsSync(STAMP) && existsSync(path.join(root, ".next/BUILD_ID")) ? readFileSync(STAMP, "utf8") : "";
  if (done === wanted) return printLine("· site já compilado");
  printLine("· compilando o site: na primeira vez leva de um a sete minutos, conforme a máquina");
  await nextBuild();
  await compressBuild(path.join(root, ".next/static"));
  if (!process.env.ROUTING_URL) await prepareRoads();
  writeFileSync(STAMP, wanted);
}
