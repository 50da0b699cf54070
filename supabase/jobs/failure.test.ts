import { describe, expect, it } from "vitest";
import { failureReason, publicFailure } from "./failure";

describe("failureReason", () => {
  it.each([
    ["550 5.1.1 <ana.souza@example.org>: no such user", "550 5.1.1 <[e-mail]>: no such user"],
    ["recipients were rejected: ana@example.org, eva@example.org", "recipients were rejected: [e-mail] [e-mail]"],
    ["connect ECONNREFUSED 127.0.0.1:25", "connect ECONNREFUSED 127.0.0.1:25"],
    [
      "password authentication failed for postgres://postgres:secret@db.example.org/postgres",
      "password authentication failed for [address]",
    ],
    ["GET /pagamento/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE failed", "GET [path] failed"],
    ["token Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE is over", "token [token] is over"],
    ["CPF 529.982.247-25 and phone (49) 98888-0000", "CPF [number] and phone ([number]"],
    ["line one\r\nline two", "line one line two"],
  ])("removes personal data from '%s'", (message, reason) => {
    expect(failureReason(new Error(message))).toBe(reason);
  });

  it("is at most 300 characters and starts with the error type", () => {
    expect(failureReason(new TypeError("x ".repeat(400)))).toHaveLength(300);
    expect(failureReason(new TypeError("fetch failed"))).toBe("TypeError: fetch failed");
    expect(failureReason("plain")).toBe("plain");
  });
});

it("publicFailure contains only the reason of the original error", () => {
  const original = Object.assign(new Error("550 <ana@example.org>"), {
    rejected: ["ana@example.org"],
    response: "550 ana@example.org",
  });
  const failure = publicFailure(original);
  expect([failure.message, failure.stack, Object.keys(failure)]).toEqual(["550 <[e-mail]>", undefined, []]);
});
