import { beforeEach, describe, expect, it, vi } from "vitest";
import { callServerFunction } from "./server-functions";
import { countForAll } from "./shared-counts";

vi.mock("./server-functions", () => ({ callServerFunction: vi.fn<typeof callServerFunction>() }));

const call = vi.mocked(callServerFunction);
const COUNT = { limit: "signIn", who: "203.0.113.9", points: 10, seconds: 300 };
const keys = () => call.mock.calls.flatMap(([, input]) => (input as { counts: { key: string }[] }).counts);

beforeEach(() => void call.mockReset());

describe("countForAll", () => {
  it("sends the counts in one call, with keyed hashes instead of addresses", async () => {
    call.mockResolvedValue(null);
    expect(await countForAll([COUNT, { ...COUNT, limit: "mail", who: "ana@example.org" }], 1)).toBeNull();
    expect(call.mock.calls).toEqual([
      [
        "count_attempts",
        {
          counts: [
            { key: expect.stringMatching(/^signIn:[0-9a-f]{64}$/), change: 1, points: 10, seconds: 300 },
            { key: expect.stringMatching(/^mail:[0-9a-f]{64}$/), change: 1, points: 10, seconds: 300 },
          ],
        },
      ],
    ]);
    expect(JSON.stringify(call.mock.calls)).not.toMatch(/203\.0|ana@/);
  });

  it("hashes the same caller differently for each limit", async () => {
    call.mockResolvedValue(null);
    await countForAll([COUNT, { ...COUNT, limit: "mail" }], 1);
    const [first, second] = keys().map(({ key }) => key.split(":")[1]);
    expect(first).not.toBe(second);
  });

  it("returns which count is over its limit", async () => {
    call.mockResolvedValue({ refused: 0, seconds: 120 });
    expect(await countForAll([COUNT], 1)).toEqual({ refused: 0, seconds: 120 });
  });

  it("makes no call without counts", async () => {
    expect(await countForAll([], 1)).toBeNull();
    expect(call).not.toHaveBeenCalled();
  });

  it("refuses nobody while the database is unavailable, and reports that once a minute", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    call.mockRejectedValue(new Error("away"));
    for (let n = 0; n < 3; n++) expect(await countForAll([COUNT], 1)).toBeNull();
    expect(log).toHaveBeenCalledOnce();
    expect(log.mock.calls[0]![0]).not.toContain("203.0.113.9");
  });
});
