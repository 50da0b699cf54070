import { describe, expect, it, vi } from "vitest";
import { AppError } from "./error";
import { refusal, withRefusals } from "./refusal";
import { reportError } from "./report";

vi.mock("./report", () => ({ reportError: vi.fn<typeof reportError>() }));

describe("refusal", () => {
  it.each([
    ["rate.limited", 429, "7"],
    ["service.busy", 503, "7"],
  ] as const)("answers %s with %i and Retry-After", (code, status, seconds) => {
    const answer = refusal("test", new AppError(code, { retryAfter: 7 }));
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, seconds]);
    expect(reportError).not.toHaveBeenCalled();
  });

  it("uses the statuses of the handler first", () => {
    expect(refusal("test", new AppError("input.invalid"), { "input.invalid": 415 }).status).toBe(415);
    expect(refusal("test", new AppError("pdf.active")).status).toBe(422);
  });

  it("reports an unknown error", async () => {
    const answer = await withRefusals("test", () => Promise.reject(new Error("broken")));
    expect([answer.status, await answer.json()]).toEqual([503, { code: "unexpected" }]);
    expect(reportError).toHaveBeenCalledOnce();
  });
});
