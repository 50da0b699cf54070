import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runCostly, streamCostly } from "./costs";

beforeEach(() => void vi.useFakeTimers());

const of = (caller: string, points: number) => ({ caller, points });
const nothing = async () => "done";

describe("runCostly", () => {
  it("refuses a caller without points, returns when there are some again, and serves the others", async () => {
    await runCostly("picture", of("one", 400), nothing);
    await expect(runCostly("picture", of("one", 100), nothing)).rejects.toMatchObject({
      code: "rate.limited",
      retryAfter: expect.any(Number) as number,
    });
    expect(await runCostly("picture", of("two", 100), nothing)).toBe("done");
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await runCostly("picture", of("one", 100), nothing)).toBe("done");
  });

  it("answers busy when all callers together have no points, except for short jobs", async () => {
    for (let caller = 0; caller < 4; caller++) await runCostly("roadRoute", of(`far ${caller}`, 1500), nothing);
    await expect(runCostly("roadRoute", of("other", 100), nothing)).rejects.toMatchObject({ code: "service.busy" });
    expect(await runCostly("roadRoute", { ...of("other", 10), isShort: true }, nothing)).toBe("done");
  });

  it("lets a driver change a trip with 25 stops every two seconds", async () => {
    await vi.advanceTimersByTimeAsync(61_000);
    for (let change = 0; change < 30; change++)
      expect(await runCostly("roadRoute", of("driver", 24 + 20), nothing)).toBe("done");
  });
});

describe("streamCostly", () => {
  const streamOf = (...parts: string[]) => new Blob(parts).stream() as unknown as ReadableStream<Uint8Array>;

  it("counts as one running job until the stream has ended", async () => {
    const open = () => streamOf("a");
    const first = await streamCostly("export", of("reader", 1), open);
    const second = streamCostly("export", of("reader", 1), open);
    await expect(streamCostly("export", of("reader", 1), open)).rejects.toMatchObject({ code: "rate.limited" });
    expect(await new Response(first).text()).toBe("a");
    expect(await new Response(await second).text()).toBe("a");
  });

  it("reads every part in the context of the request, also when the client asks for it later", async () => {
    const request = new AsyncLocalStorage<string>();
    const contexts: (string | undefined)[] = [];
    const open = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          contexts.push(request.getStore());
          if (contexts.length > 3) return controller.close();
          controller.enqueue(new Uint8Array(1));
        },
      });
    const stream = await request.run("of the caller", () => streamCostly("export", of("slow", 1), open));
    vi.useRealTimers();
    const reader = stream.getReader();
    do await setTimeout(1);
    while (!(await reader.read()).done);
    expect(contexts).toEqual(Array(4).fill("of the caller"));
  });

  it("ends the job of a cancelled stream and of one that could not be opened", async () => {
    const cancelled = await streamCostly("export", of("leaver", 1), () => streamOf("a"));
    await cancelled.cancel();
    await expect(streamCostly("export", of("leaver", 1), () => Promise.reject(new Error("no data")))).rejects.toThrow(
      "no data",
    );
    expect(await new Response(await streamCostly("export", of("leaver", 1), () => streamOf("b"))).text()).toBe("b");
  });
});
