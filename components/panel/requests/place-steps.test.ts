import { describe, expect, it } from "vitest";
import { errorsIn, stepsOf, stepWithError } from "./place-steps";

describe("errorsIn", () => {
  it.each([
    ["what", "new", {}, { category_key: ["choiceMissing"] }],
    ["what", "correction", { category_key: "lodging" }, { service_id: ["placeMissing"] }],
    ["place", "new", { name: "  ", city: "Urubici" }, { name: ["missing"] }],
    ["place", "club", { name: "Clube", city: "Lages" }, {}],
    ["message", "claim", {}, { message: ["missing"] }],
    ["photos", "new", {}, {}],
    [
      "place",
      "new",
      { name: "Oficina", city: "Lages", phone: "48 9", website: "semponto" },
      { phone: ["phoneInvalid"], website: ["addressInvalid"] },
    ],
    ["place", "new", { name: "Oficina", city: "Lages", phone: "(48) 3222-0000", website: "oficina.com.br" }, {}],
    ["contact", "claim", { document: "111.111.111-11" }, { document: ["documentInvalid"] }],
    ["contact", "claim", { document: "529.982.247-25", requester_phone: "" }, {}],
  ] as const)("of step %s for %s with %j returns %j", (step, kind, answers, expected) => {
    expect(errorsIn(step, kind, answers)).toEqual(expected);
  });
});

describe("stepWithError", () => {
  it("returns the first step with an invalid field", () => {
    expect(stepWithError("new", { requester_email: ["emailInvalid"], pin: ["pinInvalid"] })).toBe("place");
    expect(stepWithError("new", { requester_email: ["emailInvalid"], pin: [] })).toBe("contact");
    expect(stepWithError("new", undefined)).toBeNull();
  });
});

describe("stepsOf", () => {
  it("asks about services for cars only for a new place", () => {
    expect(stepsOf("new")).toContain("car");
    expect(stepsOf("club")).not.toContain("car");
  });
});
