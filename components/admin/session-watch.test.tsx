// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SessionWatch } from "./session-watch";

const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  Object.defineProperty(window, "location", { configurable: true, value: { reload } });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const answering = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn<typeof fetch>(answer));
const session = (account: { role: string } | null) => answering(() => Promise.resolve(Response.json({ account })));

describe("SessionWatch", () => {
  it.each([
    ["a blocked account", () => session(null), 1],
    ["another role", () => session({ role: "user" }), 1],
    ["the same role", () => session({ role: "editor" }), 0],
    ["a lost connection", () => answering(() => Promise.reject(new Error("offline"))), 0],
    ["a server that is down", () => answering(() => Promise.resolve(new Response(null, { status: 503 }))), 0],
  ] as const)("within a minute, %s: reloads %#", async (_, arrange, times) => {
    arrange();
    render(<SessionWatch shown="editor" />);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledTimes(times);
  });
});
