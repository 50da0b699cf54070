import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { logAsJson, logLine } from "./log";
import { reportError } from "./report";
import { shareRequestIds } from "./request-id";

const printed = vi.fn<(line: string) => void>();
const original = { log: console.log, info: console.info, warn: console.warn, error: console.error };

beforeEach(() => {
  printed.mockReset();
  Object.assign(console, { log: printed, info: printed, warn: printed, error: printed });
});
afterEach(() => {
  Object.assign(console, original);
});

const lines = () => printed.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>);

describe("logAsJson", () => {
  it("turns what is printed into lines with time, level and place", () => {
    logAsJson("web", "json");
    console.log("· site já compilado\n  e pronto");
    console.warn("slow: %d ms", 12);
    expect(lines()).toMatchObject([
      { level: "info", where: "web", message: "· site já compilado | e pronto" },
      { level: "warning", where: "web", message: "slow: 12 ms" },
    ]);
    expect(Date.parse(String(lines()[0]!.time))).not.toBeNaN();
  });

  it("writes an error with its digest, and without its personal data", () => {
    logAsJson("web", "json");
    const error = Object.assign(new Error("row of ana@example.org\nana@example.org again"), { digest: "417" });
    console.error("\u001b[31m⨯\u001b[39m", error);
    expect(lines()).toMatchObject([
      { level: "error", name: "Error", message: "row of [e-mail] | [e-mail] again", digest: "417" },
    ]);
    expect(printed.mock.calls[0]![0]).not.toContain("ana@");
  });

  it("prints the lines of reportError once, unchanged", () => {
    logAsJson("web", "json");
    reportError("search", new Error("no answer"));
    expect(lines()).toMatchObject([{ level: "error", where: "search", message: "no answer" }]);
  });

  it("leaves out empty lines", () => {
    logAsJson("web", "json");
    console.log("");
    console.log("\n");
    expect(printed).not.toHaveBeenCalled();
  });

  it("leaves the output as text when asked to", () => {
    logAsJson("web", "text");
    console.log("texto");
    expect(printed).toHaveBeenCalledWith("texto");
  });
});

describe("a line of the log", () => {
  it("has the id of the request during which it was written", async () => {
    const ids = new AsyncLocalStorage<string>();
    shareRequestIds(ids);
    const line = await ids.run("request-1", async () => {
      await Promise.resolve();
      return logLine("info", "x", {});
    });
    expect(JSON.parse(line)).toMatchObject({ request: "request-1" });
    expect(JSON.parse(logLine("info", "x", {}))).not.toHaveProperty("request");
  });
});
