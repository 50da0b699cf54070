import { describe, expect, it } from "vitest";
import { changedValues, hoursOf, isSame } from "./rules";

describe("changedValues", () => {
  it("keeps only values that differ, whatever the order of keys", () => {
    const before = { phone: "48 3333-4444", website: null, attributes: { gated: true, makes: ["Ford"] } };
    const values = { phone: "48 3333-5555", website: "", attributes: { makes: ["Ford"], gated: true } };
    expect(changedValues(before, values)).toEqual({ phone: "48 3333-5555" });
  });

  it("contains a value that was removed", () => {
    expect(changedValues({ phone: "48 3333-4444" }, { phone: "" })).toEqual({ phone: "" });
  });

  it("treats lists in another order as different", () => {
    expect(isSame(["a", "b"], ["b", "a"])).toBe(false);
  });
});

describe("hoursOf", () => {
  const of = (fields: Record<string, string>) => hoursOf((name) => fields[name] ?? "");

  it("collects the spans of each day", () => {
    expect(of({ "mon-0-from": "08:00", "mon-0-to": "12:00", "mon-1-from": "13:30", "mon-1-to": "18:00" })).toEqual({
      mon: [
        ["08:00", "12:00"],
        ["13:30", "18:00"],
      ],
    });
  });

  it("keeps a span that ends after midnight", () => {
    expect(of({ "sat-0-from": "18:00", "sat-0-to": "02:00" })).toEqual({ sat: [["18:00", "02:00"]] });
  });

  it("is null without times", () => {
    expect(of({})).toBeNull();
  });

  it.each([
    [{ "mon-0-from": "08:00" }],
    [{ "mon-0-from": "08:00", "mon-0-to": "08:00" }],
    [{ "mon-0-from": "25:00", "mon-0-to": "26:00" }],
  ])("refuses %o", (fields) => {
    expect(of(fields as Record<string, string>)).toBe("invalid");
  });
});
