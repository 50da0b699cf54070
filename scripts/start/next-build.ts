import { spawn } from "node:child_process";
import path from "node:path";
import { stopWithOthers } from "./processes";

export type NextBuild = {
  /** Resolves when the code is compiled; `next build` then waits for `makePages`. */
  compiled: Promise<void>;
  makePages: () => void;
  done: Promise<void>;
};

/**
 * Starts `next build`, which pauses between the compilation and the pages (lib/platform/build-pause.ts). With `isQuiet` its
 * output is shown only when it fails.
 */
export function startNextBuild(root: string, { isQuiet }: { isQuiet: boolean }): NextBuild {
  const output = isQuiet ? "pipe" : "inherit";
  const child = spawn(process.execPath, [path.join(root, "node_modules/next/dist/bin/next"), "build"], {
    cwd: root,
    stdio: ["ignore", output, output, "ipc"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  child.send("hold");
  stopWithOthers(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => (text += part.toString()));
  const done = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve();
      console.error(text);
      reject(new Error("a compilação do site falhou; a causa está nas linhas acima."));
    });
  });
  const compiled = Promise.race([new Promise<void>((resolve) => child.once("message", () => resolve())), done]);
  // The caller awaits them one after the other: a failure before that must not count as unhandled.
  for (const promise of [compiled, done]) promise.catch(() => undefined);
  return { compiled, makePages: () => child.connected && child.send("pages"), done };
}
