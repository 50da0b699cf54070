import { describe, expect, it } from "vitest";
import { randomNumbers } from "../bench/random-pairs";
import { arrivals, popular, weighted } from "./arrivals";

describe("arrivals", () => {
  it("come in order, within the time and about as many as the rate says", () => {
    const times = [...arrivals(50, 200, randomNumbers(1))];
    expect(times.length).toBeGreaterThan(9700);
    expect(times.length).toBeLessThan(10_300);
    expect(times.every((at, index) => at < 200_000 && at > (times[index - 1] ?? -1))).toBe(true);
  });

  it("are not at equal intervals", () => {
    const times = [...arrivals(10, 60, randomNumbers(2))];
    const gaps = times.slice(1).map((at, index) => at - times[index]!);
    // The deviation of exponential intervals is their mean, 100 ms.
    const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - 100) ** 2, 0) / gaps.length);
    expect(deviation).toBeGreaterThan(80);
    expect(deviation).toBeLessThan(120);
  });
});

describe("weighted", () => {
  it("picks items as often as their weights say", () => {
    const items = [{ weight: 9 }, { weight: 0 }, { weight: 1 }];
    const random = randomNumbers(3);
    const picked = Array.from({ length: 10_000 }, () => items.indexOf(weighted(items, random)));
    expect(picked.filter((index) => index === 2).length).toBeGreaterThan(900);
    expect(picked.filter((index) => index === 2).length).toBeLessThan(1100);
    expect(picked).not.toContain(1);
  });
});

describe("popular", () => {
  it("picks every item, the first ones most often", () => {
    const [items, random] = [Array.from({ length: 100 }, (_, index) => index), randomNumbers(4)];
    const counts = new Map<number, number>();
    for (let n = 0; n < 100_000; n++) {
      const item = popular(items, random);
      counts.set(item, (counts.get(item) ?? 0) + 1);
    }
    expect(counts.size).toBe(100);
    expect(counts.get(0)! / counts.get(9)!).toBeGreaterThan(6);
  });
});
