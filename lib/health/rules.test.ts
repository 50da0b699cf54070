import { describe, expect, it } from "vitest";
import { timed, trackRecord } from "./rules";

describe("timed", () => {
  it("measures, and turns what is thrown into a failure", async () => {
    const clock = [10, 35, 100, 101];
    const now = () => clock.shift()!;
    expect(await timed("database", () => Promise.resolve({ status: "ok" }), now)).toEqual({ name: "database", status: "ok", latencyMs: 25, detail: "" });
    expect(await timed("mail", () => Promise.reject(new Error("refused")), now)).toEqual({ name: "mail", status: "down", latencyMs: 1, detail: "refused" });
  });
});

describe("trackRecord", () => {
  const kept = [
    { name: "mail", status: "ok", created_at: "3", detail: "" },
    { name: "mail", status: "down", created_at: "2", detail: "refused" },
    { name: "mail", status: "off", created_at: "1", detail: "" },
    { name: "maps", status: "down", created_at: "1", detail: "" },
  ];

  it("counts only the check's own answers, and none while it was off", () => {
    expect(trackRecord("mail", kept)).toEqual({ uptime: 0.5, lastFailure: kept[1] });
    expect(trackRecord("stripe", kept)).toEqual({ uptime: null, lastFailure: null });
  });
});
