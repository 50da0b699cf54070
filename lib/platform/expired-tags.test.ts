import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PROCESS_ID, publishExpiredTags } from "./expired-tags";
import { callServerFunction } from "./server-functions";

vi.mock("./server-functions", () => ({ callServerFunction: vi.fn<typeof callServerFunction>() }));
vi.mock("./report", () => ({ reportError: () => undefined }));

const call = vi.mocked(callServerFunction);
const sent = () => call.mock.calls.map(([, input]) => (input as { tags: string[] }).tags);

beforeEach(() => {
  vi.useFakeTimers();
  call.mockReset();
});
afterEach(() => void vi.useRealTimers());

describe("publishExpiredTags", () => {
  it("stores the tags with the id of this process", async () => {
    await publishExpiredTags(["blog", "regions:SC"]);
    expect(call.mock.calls).toEqual([["expire_tags", { tags: ["blog", "regions:SC"], source: PROCESS_ID }]]);
  });

  it("makes no call without tags", async () => {
    await publishExpiredTags([]);
    expect(call).not.toHaveBeenCalled();
  });

  it("does not fail the save when the database is unavailable, and stores the tags later, each once", async () => {
    call.mockRejectedValueOnce(new Error("away")).mockRejectedValueOnce(new Error("away")).mockResolvedValue(null);
    await publishExpiredTags(["blog"]);
    await publishExpiredTags(["blog", "ads"]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent()).toEqual([["blog"], ["blog", "ads"], ["blog", "ads"]]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(call).toHaveBeenCalledTimes(3);
  });

  it("tries again after growing pauses of at most a minute", async () => {
    call.mockRejectedValue(new Error("away"));
    await publishExpiredTags(["blog"]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(call.mock.calls.length).toBeGreaterThan(10);
    expect(call.mock.calls.length).toBeLessThan(20);
    call.mockResolvedValue(null);
    await vi.advanceTimersByTimeAsync(60_000);
    const { length } = call.mock.calls;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(call).toHaveBeenCalledTimes(length);
  });
});
