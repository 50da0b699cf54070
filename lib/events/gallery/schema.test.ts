import { describe, expect, it } from "vitest";
import { MAX_EVENT_PICTURES } from "../../platform/supabase/database-constants/events";
import { addPicturesSchema, movePictureSchema } from "./schema";

const EVENT = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";
const one = { path: "2026-11/a.webp", title: "Opalas na praça" };
const request = { event: EVENT, credit: "Ana", is_consented: true, pictures: [one] };

describe("a request that adds pictures", () => {
  it("has an alt text for each picture, in Portuguese at least", () => {
    expect(addPicturesSchema.parse(request).pictures).toEqual([{ ...one, title_en: "", title_es: "" }]);
    expect(addPicturesSchema.safeParse({ ...request, pictures: [{ ...one, title: " " }] }).success).toBe(false);
  });

  it.each([
    ["no photographer", { credit: "" }],
    ["no picture", { pictures: [] }],
    ["more pictures than a gallery has", { pictures: Array.from({ length: MAX_EVENT_PICTURES + 1 }, () => one) }],
  ])("is refused with %s", (_, change) => {
    expect(addPicturesSchema.safeParse({ ...request, ...change }).success).toBe(false);
  });
});

describe("the move of a picture", () => {
  it.each([
    ["1", true],
    ["-1", true],
    ["0", false],
    ["99", false],
    ["x", false],
  ])("by %s steps: %s", (steps, isAllowed) => {
    expect(movePictureSchema.safeParse({ picture: EVENT, steps }).success).toBe(isAllowed);
  });
});
