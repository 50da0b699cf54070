import { describe, expect, it } from "vitest";
import { countsOf, queryOfFilter, stageOf } from "./rules";
import { databaseFilter } from "../panel/list/rules";

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
      { message_id: "a", status: "refused", people: 1 },
    ]);
    expect(counts.get("a")).toEqual({ waiting: 0, queued: 0, sent: 3, failed: 0, skipped: 0, refused: 1 });
    expect(counts.get("b")).toBeUndefined();
  });
});

describe("the stored filter of a message", () => {
  it("is shown in the fields of the list, and stored again as it was", () => {
    const stored = { status: "confirmed", paid: "open", entered: "no", question: "menu", answer: "a:b", mark: "note" };
    expect(queryOfFilter(stored)).toMatchObject({ status: "confirmed", answer: "menu:a:b", ids: [], q: "" });
    expect(databaseFilter(queryOfFilter(stored))).toEqual(stored);
  });
});
