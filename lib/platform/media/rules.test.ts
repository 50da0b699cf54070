import { describe, expect, it } from "vitest";
import { eventFileKey, fitInto, isShown, pictureAddress, pictureKey } from "./rules";

const KEY = "2026-11/00000000-0000-4000-8000-000000000001.webp";

describe("paths of images", () => {
  it("are mapped back to their storage key", () => {
    expect(pictureKey(pictureAddress(KEY))).toBe(KEY);
  });

  it.each([
    "",
    "/midia/",
    "/midia/../segredo",
    "/midia/2026-11/x.webp",
    `https://example.org/midia/${KEY}`,
    `/midia/${KEY}/..`,
    `/midia/${KEY}?x`,
  ])("%j is not a stored file", (address) => {
    expect(pictureKey(address)).toBeNull();
  });

  it.each([
    [`/midia/${KEY}`, true],
    ["//example.org/a.jpg", false],
    ["https://example.org/a.jpg", false],
    ["javascript:alert(1)", false],
    [null, false],
  ])("%j may be shown: %j", (address, shown) => {
    expect(isShown(address)).toBe(shown);
  });
});

it.each([
  [
    { width: 4000, height: 3000 },
    { width: 2000, height: 1500 },
  ],
  [
    { width: 10, height: 8000 },
    { width: 3, height: 2000 },
  ],
  [
    { width: 300, height: 200 },
    { width: 300, height: 200 },
  ],
])("%j is scaled to %j", (size, fitted) => {
  expect(fitInto(2000, size)).toEqual(fitted);
});

it.each([
  [`/arquivo-evento/${KEY}`, KEY],
  [`/arquivo-evento/${KEY.replace("webp", "pdf")}`, KEY.replace("webp", "pdf")],
  [`/arquivo-evento/${KEY.replace("webp", "html")}`, null],
  ["/arquivo-evento/../segredo", null],
  [`/midia/${KEY}`, null],
])("the file of an event at %s is %s", (address, key) => {
  expect(eventFileKey(address)).toBe(key);
});
