import { describe, expect, it } from "vitest";
import { settingsSchema } from "./schema";

describe("settingsSchema", () => {
  it("has a default for everything, so that a missing table hides items and breaks no page", () => {
    expect(settingsSchema.parse({})).toMatchObject({ portal_logo_url: "", dark_header: false, contact_email: "", url_blog: "" });
  });

  it.each([
    ["true", true],
    ["false", false],
    ["1", false],
    ["", false],
  ])("dark_header '%s' is %s", (value, expected) => {
    expect(settingsSchema.parse({ dark_header: value }).dark_header).toBe(expected);
  });

  it.each([
    ["https://loja.exemplo.com", "https://loja.exemplo.com"],
    ["http://loja.exemplo.com", "http://loja.exemplo.com"],
    ["javascript:alert(1)", ""],
    ["//loja.exemplo.com", ""],
    ["loja.exemplo.com", ""],
  ])("the link '%s' becomes '%s'", (value, link) => {
    expect(settingsSchema.parse({ url_marketplace: value }).url_marketplace).toBe(link);
  });

  it.each([
    ["/logo.svg", "/logo.svg"],
    ["https://cdn.exemplo.com/logo.png", "https://cdn.exemplo.com/logo.png"],
    ["//cdn.exemplo.com/logo.png", ""],
    ["data:image/svg+xml,x", ""],
  ])("the logo '%s' becomes '%s'", (value, logo) => {
    expect(settingsSchema.parse({ portal_logo_url: value }).portal_logo_url).toBe(logo);
  });
});
