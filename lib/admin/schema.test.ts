import { describe, expect, it } from "vitest";
import { RESOURCES } from "./registry";
import { rowSchema } from "./schema";

it.each(RESOURCES.map((resource) => [resource.key, resource] as const))("every field of %s has a schema", (_, { fields }) => {
  expect(Object.keys(rowSchema(fields).shape).length).toBeGreaterThanOrEqual(0);
});

describe("pictures and tracks", () => {
  const schema = rowSchema([{ name: "photos", kind: "gallery" }, { name: "track", kind: "track" }]);
  const accepts = (values: object) => schema.partial().safeParse(values).success;

  it.each([[[]], [["/midia/2026-11/a.webp", "https://example.org/a.jpg"]]])("photos %j are taken", (photos) => {
    expect(accepts({ photos })).toBe(true);
  });

  it.each([[["javascript:alert(1)"]], [null], ["x"], [Array.from({ length: 31 }, (_, i) => `/a${i}.webp`)]])("photos %j are refused", (photos) => {
    expect(accepts({ photos })).toBe(false);
  });

  it.each([[null, true], [[[-28, -49], [-28.1, -49]], true], [[[-28, -49]], false], [[[48, 2], [49, 2]], false], [[["a", 1], [1, 2]], false]])("track %j: %j", (track, taken) => {
    expect(accepts({ track })).toBe(taken);
  });
});
