import { describe, expect, it } from "vitest";
import { countsOf, filledText, stageOf } from "./rules";

describe("a text for one person", () => {
  it("has the values in place of the names, and leaves braces of a name alone", () => {
    const values = { name: "Ana {link} $&", event: "Encontro", code: "ABCD2345", link: "https://x" };
    expect(filledText("{nome}, {evento} {codigo} {link} {outro}", values)).toBe(
      "Ana {link} $&, Encontro ABCD2345 https://x {outro}",
    );
  });
});

describe("the stage of a message", () => {
  const none = { started_at: null, ended_at: null, cancelled_at: null };
  it.each([
    ["scheduled", {}],
    ["sending", { started_at: "a" }],
    ["ended", { started_at: "a", ended_at: "b" }],
    ["cancelled", { started_at: "a", cancelled_at: "b" }],
  ] as const)("is %s", (stage, times) => {
    expect(stageOf({ ...none, ...times })).toBe(stage);
  });
});

describe("the recipients of messages", () => {
  it("are counted by message and status, with zero for the others", () => {
    const counts = countsOf([
      { message_id: "a", status: "sent", people: 3 },
      { message_id: "a", status: "failed", people: 1 },
    ]);
    expect(counts.get("a")).toEqual({ waiting: 0, queued: 0, sent: 3, failed: 1, skipped: 0 });
    expect(counts.get("b")).toBeUndefined();
  });
});
