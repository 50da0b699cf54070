import { describe, expect, it } from "vitest";
import { FEATURES, featureKey, HOME_SECTIONS } from "./rules";
import { fieldsOfPage, readInitial, SETTING_FIELDS, settingsForm, settingsSchema, formValue } from "./schema";

describe("settingsSchema", () => {
  it("has a default for every setting, so that a missing table hides elements and breaks no page", () => {
    expect(settingsSchema.parse({})).toMatchObject({
      portal_logo_url: "",
      dark_header: false,
      contact_email: "",
      url_blog: "",
    });
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
    ["", true],
    ["true", true],
    ["FALSE", true],
    ["false", false],
  ])("the flag '%s' is %s", (value, expected) => {
    expect(settingsSchema.parse({ feature_radio: value }).feature_radio).toBe(expected);
  });

  it("has every flag on and every section in default order when nothing is stored", () => {
    const settings = settingsSchema.parse({});
    expect(FEATURES.map((name) => settings[featureKey(name)])).toEqual(FEATURES.map(() => true));
    expect(settings.home_sections).toEqual(HOME_SECTIONS.map((name) => ({ name, isVisible: true })));
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
    ["https://cdn.exemplo.com/logo.png", ""],
    ["//cdn.exemplo.com/logo.png", ""],
    ["data:image/svg+xml,x", ""],
  ])("the logo '%s' becomes '%s'", (value, logo) => {
    expect(settingsSchema.parse({ portal_logo_url: value }).portal_logo_url).toBe(logo);
  });
});

describe("settingsForm", () => {
  const switches = Object.fromEntries(FEATURES.map((name) => [featureKey(name), "true"]));
  const portal = {
    portal_logo_url: "",
    dark_header: "true",
    dark_footer: "false",
    url_social_feed: "",
    url_marketplace: "",
    url_blog: "",
    home_sections: "",
    road_source_sie_sc: "false",
    road_source_der_sp: "false",
    feature_guest_vouchers: "false",
    ...switches,
  };

  it("accepts only the settings of its page", () => {
    expect(settingsForm("portal").safeParse(portal).success).toBe(true);
    expect(settingsForm("portal").safeParse({ ...portal, contact_email: "a@b.co" }).success).toBe(false);
    expect(settingsForm("portal").safeParse({ dark_header: "true" }).success).toBe(false);
  });

  it.each([
    ["url_blog", "javascript:alert(1)"],
    ["portal_logo_url", "//elsewhere.example/logo.png"],
    ["dark_header", "yes"],
    ["feature_radio", ""],
    ["home_sections", "x".repeat(501)],
  ])("rejects %s = '%s'", (key, value) => {
    expect(settingsForm("portal").safeParse({ ...portal, [key]: value }).success).toBe(false);
  });

  it("stores sections in normalised form", () => {
    expect(settingsForm("portal").parse({ ...portal, home_sections: "magazine,-ad,<script>,-post" })).toMatchObject({
      home_sections: "magazine,ad,-post,featured,events",
    });
  });

  it("shows the default values when nothing is stored", () => {
    const shown = Object.fromEntries(fieldsOfPage("portal").map((field) => [field.key, formValue(field, {})]));
    expect(settingsSchema.parse(shown)).toEqual(settingsSchema.parse({}));
  });

  it.each([
    ['{"url_blog":"https://a.example"}', { url_blog: "https://a.example" }],
    ['{"url_blog":1}', {}],
    ["[]", {}],
    ["{", {}],
  ])("parses the initial values of a form from %s", (json, expected) => {
    expect(readInitial(json)).toEqual(expected);
  });

  it("limits numbers to their range", () => {
    const days = { system_trash_days: "30", system_staff_second_factor: "false" };
    expect(settingsForm("system").safeParse(days).success).toBe(true);
    for (const wrong of ["0", "366", "x", "1e2", ""])
      expect(settingsForm("system").safeParse({ ...days, system_trash_days: wrong }).success).toBe(false);
  });

  it("contains every public setting on one page", () => {
    const shown = SETTING_FIELDS.filter(({ page }) => page !== "system").map(({ key }) => key);
    expect(shown.toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
  });
});
