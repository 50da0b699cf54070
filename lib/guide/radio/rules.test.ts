import { describe, expect, it } from "vitest";
import {
  afterFailure,
  FIRST_ATTEMPT,
  isPlaylist,
  minutesLeft,
  neighbour,
  readResume,
  stationOf,
  type Attempt,
} from "./rules";

const station = (id: string) => ({ id, name: id.toUpperCase(), addresses: [`https://${id}.example/live`] });

describe("afterFailure", () => {
  it("tries the second URL immediately, then all again with increasing delay, then gives up", () => {
    const waits: string[] = [];
    for (
      let next: { attempt: Attempt; waitMs: number } | null = { attempt: FIRST_ATTEMPT, waitMs: 0 };
      next;
      next = afterFailure(next.attempt, 2)
    ) {
      waits.push(`${next.attempt.address} after ${next.waitMs}`);
    }
    expect(waits).toEqual([
      "0 after 0",
      "1 after 0",
      "0 after 2000",
      "1 after 0",
      "0 after 5000",
      "1 after 0",
      "0 after 10000",
      "1 after 0",
      "0 after 20000",
      "1 after 0",
      "0 after 30000",
      "1 after 0",
    ]);
  });

  it("waits when there is only one URL", () => {
    expect(afterFailure(FIRST_ATTEMPT, 1)).toEqual({ attempt: { address: 0, round: 1 }, waitMs: 2000 });
  });
});

describe("stationOf", () => {
  it("lists the second URL only when there is one", () => {
    const row = { id: "a", name: "A", stream_url: "https://a.example/1", fallback_url: null };
    expect(stationOf(row).addresses).toEqual(["https://a.example/1"]);
    expect(stationOf({ ...row, fallback_url: "https://a.example/2" }).addresses).toEqual([
      "https://a.example/1",
      "https://a.example/2",
    ]);
  });
});

describe("isPlaylist", () => {
  it.each([
    ["https://a.example/live.m3u8", true],
    ["https://a.example/live.M3U8?token=1", true],
    ["https://a.example/live.mp3?list=x.m3u8", false],
    ["https://a.example/live", false],
    ["no address", false],
  ])("%s: %s", (address, expected) => {
    expect(isPlaylist(address)).toBe(expected);
  });
});

describe("neighbour", () => {
  const stations = [station("a"), station("b"), station("c")];
  it.each([
    ["a", 1, "b"],
    ["c", 1, "a"],
    ["a", -1, "c"],
    ["x", 1, undefined],
  ] as const)("of %s by %d is %s", (id, step, expected) => {
    expect(neighbour(stations, id, step)?.id).toBe(expected);
  });
});

describe("minutesLeft", () => {
  it("rounds up and is never negative", () => {
    expect([minutesLeft(60_001, 0), minutesLeft(60_000, 0), minutesLeft(0, 5)]).toEqual([2, 1, 0]);
  });
});

describe("readResume", () => {
  it("parses the stored format", () => {
    expect(readResume(JSON.stringify([station("a")]))).toEqual([station("a")]);
  });

  it.each([null, "", "{", "[]", "{}", '[{"id":"a"}]', '[{"id":"a","name":"A","addresses":["javascript:alert(1)"]}]'])(
    "returns null for %j",
    (stored) => {
      expect(readResume(stored)).toBeNull();
    },
  );
});
