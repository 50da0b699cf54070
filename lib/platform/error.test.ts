import { expect, it } from "vitest";
import { AppError, serverMessage } from "./error";

it.each([
  [
    new AppError("service.unavailable", { detail: "permission denied for table sellers" }),
    "permission denied for table sellers",
  ],
  [new AppError("service.unavailable"), "service.unavailable"],
  [new TypeError("fetch failed"), "fetch failed"],
  ["plain", "plain"],
  [new Error("x".repeat(500)), "x".repeat(200)],
])("serverMessage of %s", (error, message) => {
  expect(serverMessage(error)).toBe(message);
});

it("serverMessage removes secrets", () => {
  expect(serverMessage(new Error("postgres://user:secret@host/db failed"))).not.toContain("secret@");
});
