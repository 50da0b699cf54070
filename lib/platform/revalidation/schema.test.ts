import { describe, expect, it } from "vitest";
import { revalidationSchema } from "./schema";

const accepts = (body: unknown) => revalidationSchema.safeParse(body).success;

describe("revalidationSchema", () => {
  it.each([
    [["regions"]],
    [["regions", "regions:SC"]],
    [["states:DF", "photo_points:AC", "redirects"]],
    [["ads", "blog", "legal_documents"]],
  ])("accepts %j", (tags) => {
    expect(accepts({ tags })).toBe(true);
  });

  it.each([
    ["nothing", undefined],
    ["a value that is not an array", { tags: "regions" }],
    ["an empty list", { tags: [] }],
    ["an unknown subject", { tags: ["profiles"] }],
    ["an unknown state", { tags: ["regions:XX"] }],
    ["a state in small letters", { tags: ["regions:sc"] }],
    ["too many parts", { tags: ["regions:SC:1"] }],
    ["Next's own tags", { tags: ["_N_T_/layout"] }],
    ["too many", { tags: Array.from({ length: 21 }, () => "regions") }],
    ["something more", { tags: ["regions"], paths: ["/"] }],
  ])("rejects %s", (_name, body) => {
    expect(accepts(body)).toBe(false);
  });
});
