import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "./error";
import { refused, refusalOf, withCode, withFieldErrors } from "./refusal";

const sent = { request: new Request("http://localhost/"), body: undefined };

describe("a refusal", () => {
  it.each([
    ["rate.limited", 429, "7"],
    ["service.busy", 503, "7"],
  ] as const)("for %s has the status %i and Retry-After, and does not belong in the log", (code, status, seconds) => {
    const refusal = refusalOf(new AppError(code, { retryAfter: 7 }));
    expect([refusal.status, refusal.headers["retry-after"]]).toEqual([status, seconds]);
    expect(refusal.isFailure).toBe(false);
  });

  it.each([new Error("broken"), new AppError("service.unavailable"), new AppError("login.failed")])(
    "for %s is a failure of the server",
    (error) => {
      expect(refusalOf(error)).toMatchObject({ status: 503, isFailure: true });
    },
  );

  it("that a handler expects is no failure", () => {
    expect(refused("receipt.tooBig")).toMatchObject({ code: "receipt.tooBig", status: 413, isFailure: false });
  });

  it("of a file names a wrong type", () => {
    expect(refusalOf(new AppError("input.invalid"), true).status).toBe(415);
    expect(refusalOf(new AppError("pdf.active"), true).status).toBe(422);
  });
});

describe("the body of a refusal", () => {
  const { error: cause } = z.object({ name: z.string("missing") }).safeParse({});
  const refusal = refusalOf(new AppError("input.invalid", { cause }));

  it("has the code and no part of the error", () => {
    expect(withCode(refusal, sent)).toEqual({ code: "input.invalid" });
    expect(withCode(refused("form.stored", { path: "/x" }), sent)).toEqual({ code: "form.stored", path: "/x" });
    expect(withCode(refused("missing"), sent)).toBeNull();
  });

  it("can have the codes of the fields", () => {
    expect(withFieldErrors(refusal, sent)).toEqual({ code: "input.invalid", fieldErrors: { name: ["missing"] } });
    expect(withFieldErrors(refused("closed"), sent)).toEqual({ code: "closed" });
  });
});
