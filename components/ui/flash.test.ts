// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest";
import { takeFlash } from "./flash";

afterEach(() => {
  document.cookie = "flash=; path=/; max-age=0";
});

function flash(value: string) {
  document.cookie = `flash=${value}; path=/`;
  return takeFlash();
}

describe("takeFlash", () => {
  it.each([
    ["access.denied", "destructive", undefined],
    ["access.permission", "destructive", undefined],
    ["link.expired", "destructive", undefined],
    ["state.select", "default", undefined],
    ["email.verified", "success", undefined],
    ["password.updated", "success", undefined],
    ["signup.succeeded", "success", 9000],
  ])("%s is a %s notice", (code, variant, durationMs) => {
    expect(flash(code)).toEqual({ code, variant, durationMs });
  });

  it("returns the notice only once", () => {
    expect(flash("access.denied")).not.toBeNull();
    expect(takeFlash()).toBeNull();
  });

  it.each([[""], ["%"], ["<b>"], ["..."], ["Access.denied"], ["access.denied extra"], ["__proto__"]])(
    "ignores any other value: '%s'",
    (value) => {
      expect(flash(value)).toBeNull();
    },
  );

  it("finds its cookie among others and ignores cookies whose names end the same way", () => {
    document.cookie = "notflash=access.denied; path=/";
    expect(takeFlash()).toBeNull();
    expect(flash("access.denied")).not.toBeNull();
    document.cookie = "notflash=; path=/; max-age=0";
  });
});
