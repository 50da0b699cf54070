import { describe, expect, it } from "vitest";
import { RESOURCES } from "./registry";
import type { Field } from "./resource";
import { rowSchema } from "./schema";

const FILE = "2026-11/00000000-0000-4000-8000-000000000001.webp";
const PDF = FILE.replace("webp", "pdf");

/** Error code of a value, or the parsed value. */
function tried(field: Omit<Field, "name">, value: unknown): unknown {
  const parsed = rowSchema([{ name: "it", ...field }]).safeParse({ it: value });
  return parsed.success ? parsed.data.it : parsed.error.issues[0]?.message;
}

describe("rowSchema", () => {
  it.each([
    ["a required text that is empty", { kind: "text", required: true }, "", "required"],
    ["a required text of blanks", { kind: "text", required: true }, "  ", "required"],
    ["a text that may be empty", { kind: "text" }, "", ""],
    ["an empty text kept as null", { kind: "text", nullable: true }, "", null],
    ["a long text", { kind: "text", max: 3 }, "abcd", "tooLong"],
    ["a telephone with dots", { kind: "text", format: "phone" }, "49.3222.1000", "49.3222.1000"],
    ["a telephone of letters", { kind: "text", format: "phone" }, "abc", "phone"],
    ["a number with blanks", { kind: "number" }, " 7 ", 7],
    ["an empty number", { kind: "number" }, "", null],
    ["a word instead of a number", { kind: "number" }, "sete", "notNumber"],
    ["a fraction in an integer field", { kind: "number" }, "7.5", "notWhole"],
    ["one decimal", { kind: "number", decimals: 1 }, "7.5", 7.5],
    ["two decimals of one", { kind: "number", decimals: 1 }, "7.55", "tooFine"],
    ["a number too small", { kind: "number", min: 1 }, "0", "tooSmall"],
    ["a slug with capitals", { kind: "slug" }, "São", "slug"],
    ["a dangerous link", { kind: "link" }, "javascript:alert(1)", "link"],
    ["an internal link", { kind: "link" }, "/sobre", "/sobre"],
    ["an unknown choice", { kind: "choice", options: ["a"] }, "b", "invalid"],
    ["no choice", { kind: "choice", options: ["a"] }, "", null],
    ["an unknown state", { kind: "state" }, "XX", "invalid"],
    ["a point in Portugal", { kind: "coordinates" }, { lat: 38, lng: -9 }, "outsideBrazil"],
    ["an image with a javascript: URL", { kind: "image" }, "data:text/html,x", "link"],
    ["the name of an event picture", { kind: "eventFile", options: ["webp"] }, FILE, FILE],
    ["no event picture", { kind: "eventFile", options: ["webp"] }, null, null],
    ["a PDF where a picture belongs", { kind: "eventFile", options: ["webp"] }, PDF, "fileType"],
    ["a PDF of an event", { kind: "eventFile", options: ["webp", "pdf"] }, PDF, PDF],
    ["a path out of the bucket", { kind: "eventFile", options: ["webp"] }, "../midia/a.webp", "fileType"],
    ["null for a boolean", { kind: "boolean" }, null, "invalid"],
    ["an invalid boolean", { kind: "boolean", nullable: true }, null, null],
  ] as const)("%s", (_, field, value, expected) => {
    expect(tried(field as Omit<Field, "name">, value)).toEqual(expected);
  });

  it("rejects unknown and read-only fields", () => {
    const schema = rowSchema([
      { name: "a", kind: "text" },
      { name: "b", kind: "text", readOnly: true },
    ]);
    expect(schema.safeParse({ a: "x", c: 1 }).success).toBe(false);
    expect(schema.safeParse({ a: "x", b: "y" }).success).toBe(false);
  });

  it("accepts translations of translated fields only", () => {
    const schema = rowSchema([
      { name: "a", kind: "text", translated: true },
      { name: "b", kind: "text" },
    ]);
    expect(schema.safeParse({ a: "x", b: "", translations: { en: { a: "y" } } }).success).toBe(true);
    expect(schema.safeParse({ a: "x", b: "", translations: { en: { b: "y" } } }).success).toBe(false);
    expect(schema.safeParse({ a: "x", b: "", translations: { fr: { a: "y" } } }).success).toBe(false);
  });
});

it("accepts a programme that was saved without translations", () => {
  const days = RESOURCES.find(({ key }) => key === "events")!.fields.filter(({ name }) => name === "event_days");
  const items = [{ time: "09:30", text: "Abertura" }];
  const parsed = rowSchema(days).safeParse({ event_days: [{ day: "2027-03-20", items }] });
  expect(parsed.data).toMatchObject({ event_days: [{ items: [{ text: "Abertura", en: null, es: null }] }] });
});

describe("declared resources", () => {
  it.each(RESOURCES.map((resource) => [resource.key, resource] as const))(
    "%s uses only existing fields",
    (_, resource) => {
      const names = [...resource.fields.map(({ name }) => name), resource.idColumn, "updated_at"];
      expect(
        [...resource.columns, ...resource.filters, resource.titleColumn].filter((name) => !names.includes(name)),
      ).toEqual([]);
      expect(new Set(resource.fields.map(({ name }) => name)).size).toBe(resource.fields.length);
    },
  );
});

describe("images and tracks", () => {
  const schema = rowSchema([
    { name: "photos", kind: "gallery" },
    { name: "track", kind: "track" },
  ]);
  const accepts = (values: object) => schema.partial().safeParse(values).success;

  it.each([[[]], [["/midia/2026-11/a.webp", "https://example.org/a.jpg"]]])("accepts photos %j", (photos) => {
    expect(accepts({ photos })).toBe(true);
  });

  it.each([[["javascript:alert(1)"]], [null], ["x"], [Array.from({ length: 31 }, (_, i) => `/a${i}.webp`)]])(
    "rejects photos %j",
    (photos) => {
      expect(accepts({ photos })).toBe(false);
    },
  );

  it.each([
    [null, true],
    [
      [
        [-28, -49],
        [-28.1, -49],
      ],
      true,
    ],
    [[[-28, -49]], false],
    [
      [
        [48, 2],
        [49, 2],
      ],
      false,
    ],
    [
      [
        ["a", 1],
        [1, 2],
      ],
      false,
    ],
  ])("track %j: %j", (track, taken) => {
    expect(accepts({ track })).toBe(taken);
  });
});

describe("images of other sites", () => {
  const body = rowSchema([{ name: "body", kind: "markdown", translated: true }]).partial();

  it.each([
    "![A ponte](https://example.org/a.jpg)",
    "texto ![](<http://example.org/a.jpg>)",
    "![x](//example.org/a.jpg)",
  ])("a text must not contain %j", (text) => {
    expect(body.safeParse({ body: text }).error?.issues[0]?.message).toBe("textPicture");
    expect(body.safeParse({ translations: { en: { body: text } } }).error?.issues[0]?.message).toBe("textPicture");
  });

  it.each([
    "[A ponte](https://example.org/a.jpg)",
    "![A ponte](/midia/2026-11/a.webp)",
    "Cuidado! [aqui](https://example.org)",
  ])("a text may contain %j", (text) => {
    expect(body.safeParse({ body: text }).success).toBe(true);
  });

  it("an image field rejects a URL without a protocol", () => {
    expect(
      rowSchema([{ name: "cover_url", kind: "image" }]).safeParse({ cover_url: "//example.org/a.jpg" }).success,
    ).toBe(false);
  });
});
