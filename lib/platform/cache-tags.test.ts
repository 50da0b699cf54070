import { describe, expect, it } from "vitest";
import { affectedTags, stateTag } from "./cache-tags";

describe("cache tags", () => {
  it("name one state or none", () => {
    expect([stateTag("regions", "SC"), stateTag("regions", null)]).toEqual(["regions:SC", "regions"]);
  });

  it("of a changed state affect its own queries and those about several states", () => {
    expect(affectedTags(["regions:SC", "redirects:SC", "regions:SC"])).toEqual([
      "regions",
      "regions:SC",
      "redirects",
      "redirects:SC",
    ]);
  });

  it("without a state affect the queries of every state", () => {
    const affected = affectedTags(["regions", "regions:SC"]);
    expect(affected).toHaveLength(28);
    expect(affected).toEqual(expect.arrayContaining(["regions", "regions:AC", "regions:SC", "regions:TO"]));
  });
});
