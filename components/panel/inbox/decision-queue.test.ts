import { describe, expect, it, vi } from "vitest";
import { DecisionQueue, isInView } from "./decision-queue";

/** A decision that is saved when `finish` is called. */
function decision() {
  let finish = () => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { run: vi.fn<() => Promise<void>>(() => done), finish };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("decisions", () => {
  it("that are made while another is being saved wait and are all sent in order", async () => {
    const [one, two, three] = [decision(), decision(), decision()];
    const seen: string[][] = [];
    const queue = new DecisionQueue((ids) => seen.push([...ids]));
    queue.add("1", one.run);
    queue.add("2", two.run);
    queue.add("3", three.run);
    expect([one, two, three].map(({ run }) => run.mock.calls.length)).toEqual([1, 0, 0]);
    expect(queue.ids).toEqual(["1", "2", "3"]);
    one.finish();
    await settle();
    expect([one, two, three].map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 0]);
    two.finish();
    three.finish();
    await settle();
    expect(three.run).toHaveBeenCalledTimes(1);
    expect(seen.at(-1)).toEqual([]);
  });

  it("for the same item are sent once", () => {
    const [one, again] = [decision(), decision()];
    const queue = new DecisionQueue(() => {});
    queue.add("1", one.run);
    queue.add("1", again.run);
    expect(again.run).not.toHaveBeenCalled();
    expect(queue.ids).toEqual(["1"]);
  });

  it("that wait can be taken back, one that is being saved cannot", async () => {
    const [one, two] = [decision(), decision()];
    const queue = new DecisionQueue(() => {});
    queue.add("1", one.run);
    queue.add("2", two.run);
    expect(queue.takeBack()).toBe(true);
    expect(queue.takeBack()).toBe(false);
    one.finish();
    await settle();
    expect(two.run).not.toHaveBeenCalled();
  });

  it("that are made before a page is loaded again are sent first", async () => {
    const [one, two] = [decision(), decision()];
    const reload = vi.fn<() => void>();
    const queue = new DecisionQueue(() => {});
    queue.add("1", one.run);
    queue.afterAll(reload);
    queue.add("2", two.run);
    one.finish();
    await settle();
    expect(two.run).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
    two.finish();
    await settle();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("that fail do not stop the next", async () => {
    const two = decision();
    const queue = new DecisionQueue(() => {});
    queue.add("1", () => Promise.reject(new Error("offline")));
    queue.add("2", two.run);
    await settle();
    expect(two.run).toHaveBeenCalledTimes(1);
  });
});

it.each([
  ["whole", 100, 400, true],
  ["only its title at the bottom", 690, 1200, true],
  ["less than its title", 760, 1200, false],
  ["above the window", -500, -10, false],
  ["only its end", -600, 100, false],
  ["taller than the window", -100, 1500, true],
  ["below the window", 900, 1200, false],
])("a card that shows %s", (_, top, bottom, isSeen) => {
  expect(isInView({ getBoundingClientRect: () => ({ top, bottom }) as DOMRect }, 800)).toBe(isSeen);
});
