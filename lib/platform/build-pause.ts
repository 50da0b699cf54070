import { setTimeout as sleep } from "node:timers/promises";

/** Another parent process than ours sends nothing; its build goes on after this time. */
const UNKNOWN_PARENT_MS = 5000;

const nextMessage = () => new Promise<unknown>((resolve) => process.once("message", resolve));

const parentExit = () =>
  new Promise<never>((_, reject) => {
    process.once("disconnect", () => reject(new Error("the start script has exited")));
  });

/**
 * Called by `next build` between the compilation and the pages. The start script (scripts/start/next-build.ts) sends
 * `hold` when it starts the build, and `pages` when the database, from which the pages are made, is ready.
 */
export async function pauseAfterCompile(): Promise<void> {
  if (!process.send) return;
  const first = await Promise.race([nextMessage(), sleep(UNKNOWN_PARENT_MS, "", { ref: false })]);
  if (first === "hold") {
    process.send("compiled");
    await Promise.race([nextMessage(), parentExit()]);
  }
  process.removeAllListeners("message").removeAllListeners("disconnect");
  process.channel?.unref();
}
