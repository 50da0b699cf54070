import { describe, expect, it } from "vitest";
import { JobQueue, type Job } from "./job-queue";

const LIMITS = { running: 2, long: 1, waiting: 2 };

/** A queue whose jobs run until they are ended by name. */
function queueOf(limits = LIMITS) {
  const queue = new JobQueue(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, job: Partial<Job> = {}) => {
    const done = queue.run({ caller: name, ...job }, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
    done.catch(() => {});
    return done;
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)!();
    await turn();
  };
  return { queue, started, run, end, turn };
}

describe("JobQueue", () => {
  it("runs one job of a caller, keeps one waiting and refuses the third", async () => {
    const { run, started, end, turn } = queueOf();
    const first = run("a", { caller: "one", isShort: true });
    void run("b", { caller: "one", isShort: true });
    await expect(run("c", { caller: "one", isShort: true })).rejects.toMatchObject({
      code: "rate.limited",
      retryAfter: 2,
    });
    await turn();
    expect(started).toEqual(["a"]);
    await end("a");
    expect([await first, started]).toEqual(["a", ["a", "b"]]);
  });

  it("runs a caller's second job after those of other callers that came later", async () => {
    const { run, started, end, turn } = queueOf();
    void run("a1", { caller: "a" });
    void run("a2", { caller: "a" });
    void run("b1", { caller: "b" });
    await turn();
    await end("a1");
    await end("b1");
    expect(started).toEqual(["a1", "b1", "a2"]);
  });

  it("keeps places for short jobs while long ones run and wait", async () => {
    const { run, started, turn } = queueOf();
    for (const name of ["a", "b", "c"]) void run(name);
    await expect(run("d")).rejects.toMatchObject({ code: "service.busy", retryAfter: 2 });
    void run("short", { isShort: true });
    await turn();
    expect(started).toEqual(["a", "short"]);
  });

  it("takes the job of a client that disconnected out of the queue", async () => {
    const { queue, run, started, end, turn } = queueOf();
    void run("a");
    const abort = new AbortController();
    const dropped = run("b", { signal: abort.signal });
    void run("c");
    abort.abort();
    await expect(dropped).rejects.toMatchObject({ code: "service.busy" });
    await expect(run("d", { signal: abort.signal })).rejects.toMatchObject({ code: "service.busy" });
    expect(queue.size).toEqual({ running: 1, waiting: 1 });
    await end("a");
    await turn();
    expect(started).toEqual(["a", "c"]);
  });

  it("gives the place of a failed job to the next one", async () => {
    const queue = new JobQueue(LIMITS);
    await expect(queue.run({ caller: "a" }, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run({ caller: "a" }, async () => "next")).toBe("next");
    expect(queue.size).toEqual({ running: 0, waiting: 0 });
  });
});
