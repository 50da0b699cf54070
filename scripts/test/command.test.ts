import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => void vi.resetModules());

const node = (code: string) => [process.execPath, ["-e", code]] as const;

function collected() {
  const chunks: string[] = [];
  return { output: { write: (chunk: string | Uint8Array) => void chunks.push(chunk.toString()) }, chunks };
}

it("gives the whole output and the exit code of a command", async () => {
  const { run } = await import("./command");
  const { output, chunks } = collected();
  const code = "console.log('out'); console.error('error'); process.exitCode = 3";
  expect(await run(...node(code), { output, env: { CI: "" } })).toBe(3);
  expect(chunks.join("").split("\n").toSorted()).toEqual(["", "error", "out"]);
});

it("reports a command that does not exist", async () => {
  const { runLocal } = await import("./command");
  const { output, chunks } = collected();
  expect(await runLocal("missing-tool", [], { output })).toBe(1);
  expect(chunks.join()).toContain("missing-tool: spawn");
});

it("ends the running commands when it is interrupted, and starts no other", async () => {
  const { interrupt, run } = await import("./command");
  const { output, chunks } = collected();
  const running = run(...node("console.log('started'); setInterval(() => {}, 1000)"), { output });
  await vi.waitFor(() => expect(chunks.join()).toContain("started"), { timeout: 20_000 });
  interrupt();
  expect(await running).toBe(1);
  expect(await run(...node("console.log('later')"), { output })).toBe(1);
  expect(chunks.join()).not.toContain("later");
});
