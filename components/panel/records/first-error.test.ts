// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { Field } from "@/lib/panel/admin/resource";
import { focusField, languageOf, orderedErrors } from "./first-error";

const FIELDS = [
  { name: "name", kind: "text", translated: true },
  { name: "slug", kind: "slug" },
  { name: "cover_url", kind: "image" },
  { name: "region_waypoints", kind: "rows" },
] as const satisfies readonly Field[];

describe("the tab of an error", () => {
  it.each([
    ["name", "pt"],
    ["region_waypoints.2.name", "pt"],
    ["translations.en.name", "en"],
    ["translations.es.name", "es"],
    ["translations", "pt"],
  ])("of %s is %s", (path, language) => expect(languageOf(path)).toBe(language));
});

it("the first error is the first of the form, in Portuguese before the other languages", () => {
  const errors = {
    "translations.es.name": "tooLong",
    "region_waypoints.10.name": "required",
    "region_waypoints.2.name": "required",
    cover_url: "noAltText",
    slug: "taken",
    other: "invalid",
  };
  expect(orderedErrors(FIELDS, errors)).toEqual([
    "slug",
    "cover_url",
    "region_waypoints.2.name",
    "region_waypoints.10.name",
    "other",
    "translations.es.name",
  ]);
});

describe("the focus of an error", () => {
  const form = (html: string) => {
    document.body.innerHTML = `<form>${html}</form>`;
    return document.querySelector("form");
  };

  it("focuses the control with the error", () => {
    focusField(form('<div data-field="slug"><button>x</button><input id="a" aria-invalid="true"></div>'), "slug");
    expect(document.activeElement?.id).toBe("a");
  });

  it("opens the row that hides the field", () => {
    const html = '<details><div data-field="stops.2.name"><input id="b"></div></details>';
    focusField(form(html), "stops.2.name");
    expect(document.querySelector("details")?.open).toBe(true);
    expect(document.activeElement?.id).toBe("b");
  });

  it("goes to the list when the field of the row is not shown", () => {
    focusField(form('<section data-field="stops"><button id="c">x</button></section>'), "stops.2.name");
    expect(document.activeElement?.id).toBe("c");
  });
});
