import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { elapsed, runStep } from "./steps";

const print = vi.fn<(line: string) => void>();
const lines = () => print.mock.calls.map(([line]) => line);

beforeEach(() => {
  print.mockClear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("elapsed", () => {
  it("has one decimal and a comma", () => expect(elapsed(1000, 13_350)).toBe("12,3 s"));
});

describe("runStep", () => {
  it("returns the result of the work and prints how long it has run, its duration and what follows", async () => {
    const work = () => new Promise<number>((resolve) => setTimeout(() => resolve(7), 45_000));
    const result = runStep({ name: "compilando", next: "páginas", print }, work);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await result).toBe(7);
    expect(lines()).toEqual([
      "· compilando",
      "· compilando: há 20,0 s",
      "· compilando: há 40,0 s",
      "· compilando: 45,0 s; a seguir: páginas",
    ]);
  });

  it("names nothing that follows a step for which nothing waits", async () => {
    await runStep({ name: "estradas", print }, () => Promise.resolve());
    expect(lines()).toEqual(["· estradas", "· estradas: 0,0 s"]);
  });

  it("prints no end and no more reminders of a step that fails", async () => {
    const result = runStep({ name: "banco", next: "código", print }, () => Promise.reject(new Error("não abriu")));
    await expect(result).rejects.toThrow("não abriu");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines()).toEqual(["· banco"]);
  });
});
