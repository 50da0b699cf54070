import { describe, expect, it } from "vitest";
import { quoteSchema } from "./schema";

const TYPE = "5f0f7a3c-0000-4000-8000-000000000001";

describe("the body of a quote", () => {
  it("takes no field of a person", () => {
    expect(quoteSchema.safeParse({ type: TYPE, email: "ana@example.org" }).success).toBe(false);
    expect(quoteSchema.safeParse({ type: TYPE, people: [{ type: TYPE, full_name: "" }] }).success).toBe(true);
  });

  it("takes cars and answers of other people out, whose fields may be incomplete", () => {
    const person = { type: TYPE, companions: [""], vehicles: [{ make: "" }], answers: { menu: "" }, full_name: "Bia" };
    const quoted = quoteSchema.parse({ type: TYPE, people: [person] });
    expect(quoted.people).toEqual([{ type: TYPE, companions: [""] }]);
  });
});
