import { z } from "zod";
import { isShown } from "../media/rules";
import { isLocalSite } from "../local-site";
import { FEATURES, featureKey, readSections, ROAD_SOURCES, roadSourceKey, writeSections } from "./rules";

const text = z.string().default("");
const flag = z
  .string()
  .default("")
  .transform((value) => value === "true");
/** A feature flag; on unless the value is "false". */
const feature = z
  .string()
  .default("")
  .transform((value) => value !== "false");
const link = z
  .string()
  .default("")
  .transform((value) => (/^https?:\/\//.test(value) ? value : ""));

/** The public keys of `app_settings`; an empty value hides the element. */
export const settingsSchema = z.object({
  portal_logo_url: z
    .string()
    .default("")
    // The CSP blocks images of other sites, so the built-in logo is shown instead.
    .transform((value) => (isShown(value) ? value : "")),
  dark_header: flag,
  dark_footer: flag,
  home_sections: z.string().default("").transform(readSections),
  feature_radio: feature,
  feature_splash: feature,
  feature_place_requests: feature,
  feature_trip_panel_requests: feature,
  feature_reviews: feature,
  feature_guest_vouchers: flag,
  road_source_sie_sc: flag,
  road_source_der_sp: flag,
  contact_country: text,
  contact_phone: text,
  contact_email: text,
  social_instagram: link,
  social_facebook: link,
  social_youtube: link,
  url_social_feed: link,
  url_marketplace: link,
  url_blog: link,
  company_legal_line: text,
  /** Minimum points of the class original: Resolução Contran 957/2022. */
  cvcol_points: z
    .string()
    .default("")
    .transform((value) => (/^[1-9]\d?$|^100$/.test(value) ? Number(value) : 80)),
});

export type Settings = z.infer<typeof settingsSchema>;

export const SETTING_PAGES = { settings: "settings", portal: "portal_settings", system: "system_config" } as const;
export type SettingPage = keyof typeof SETTING_PAGES;

/** Headings of a page with many settings. */
export type SettingPart = "look" | "home" | "features" | "roads";

/** One setting and its form field; `fallback` is used when nothing is stored. */
export type SettingField = {
  key: string;
  page: SettingPage;
  part?: SettingPart;
  kind: "text" | "email" | "link" | "image" | "flag" | "number" | "sections";
  max?: number;
  min?: number;
  fallback?: string;
};

/** Every setting of the three pages, in order; `private.setting_permission` must require the same permissions. */
export const SETTING_FIELDS: readonly SettingField[] = [
  { key: "company_legal_line", page: "settings", kind: "text", max: 200 },
  { key: "contact_country", page: "settings", kind: "text", max: 60 },
  { key: "contact_phone", page: "settings", kind: "text", max: 40 },
  { key: "contact_email", page: "settings", kind: "email", max: 200 },
  { key: "cvcol_points", page: "settings", kind: "number", min: 1, max: 100, fallback: "80" },
  { key: "social_instagram", page: "settings", kind: "link" },
  { key: "social_facebook", page: "settings", kind: "link" },
  { key: "social_youtube", page: "settings", kind: "link" },
  { key: "portal_logo_url", page: "portal", part: "look", kind: "image" },
  { key: "dark_header", page: "portal", part: "look", kind: "flag" },
  { key: "dark_footer", page: "portal", part: "look", kind: "flag" },
  { key: "url_social_feed", page: "portal", part: "look", kind: "link" },
  { key: "url_marketplace", page: "portal", part: "look", kind: "link" },
  { key: "url_blog", page: "portal", part: "look", kind: "link" },
  { key: "home_sections", page: "portal", part: "home", kind: "sections", fallback: writeSections(readSections("")) },
  ...FEATURES.map((name): SettingField => ({
    key: featureKey(name),
    page: "portal",
    part: "features",
    kind: "flag",
    fallback: "true",
  })),
  { key: "feature_guest_vouchers", page: "portal", part: "features", kind: "flag", fallback: "false" },
  ...ROAD_SOURCES.map((source): SettingField => ({
    key: roadSourceKey(source),
    page: "portal",
    part: "roads",
    kind: "flag",
    fallback: "false",
  })),
  { key: "system_trash_days", page: "system", kind: "number", min: 7, max: 365, fallback: "30" },
  { key: "system_staff_second_factor", page: "system", kind: "flag", fallback: "false" },
];

/**
 * Contact and company data only the owner can give, with examples; `/admin` lists those that are empty. The domain is
 * reserved for examples, the area code 00 does not exist, and there is no company number.
 */
const OWNER_EXAMPLES = {
  company_legal_line: "Nome da Empresa Ltda., CNPJ a informar",
  contact_phone: "(00) 0000-0000",
  contact_email: "contato@example.com",
  social_instagram: "https://example.com/instagram",
  social_facebook: "https://example.com/facebook",
  social_youtube: "https://example.com/youtube",
  url_social_feed: "https://example.com/feed",
  url_marketplace: "https://example.com/loja",
  url_blog: "https://example.com/blog",
} as const satisfies Partial<Record<keyof Settings, string>>;

type OwnerSetting = keyof typeof OWNER_EXAMPLES;
export const OWNER_SETTINGS = Object.keys(OWNER_EXAMPLES) as OwnerSetting[];

/** Settings as header and footer show them; the keys in `examples` have example values and are marked. */
export type SettingsWithExamples = Settings & { examples: readonly OwnerSetting[] };

/** On a local address, like the demonstration accounts, fills the empty parts of header and footer with examples. */
export function withExamples(settings: Settings, siteUrl: string): SettingsWithExamples {
  const examples = isLocalSite(siteUrl) ? OWNER_SETTINGS.filter((key) => !settings[key].trim()) : [];
  return { ...settings, ...Object.fromEntries(examples.map((key) => [key, OWNER_EXAMPLES[key]])), examples };
}

export const fieldsOfPage = (page: SettingPage): SettingField[] =>
  SETTING_FIELDS.filter((field) => field.page === page);

function valueSchema({ kind, max = 500, min = 0 }: SettingField): z.ZodType<string> {
  const value = z
    .string()
    .trim()
    .max(kind === "number" ? 6 : max);
  if (kind === "flag") return z.enum(["true", "false"]);
  if (kind === "sections") return value.transform((typed) => writeSections(readSections(typed)));
  if (kind === "number") return value.regex(/^\d+$/).refine((typed) => Number(typed) >= min && Number(typed) <= max);
  if (kind === "email") return z.union([z.literal(""), z.email().max(max)]);
  if (kind === "link") return value.regex(/^(?:https?:\/\/\S+)?$/);
  if (kind === "image") return value.regex(/^(?:(?:https:\/\/|\/(?!\/))\S+)?$/);
  return value;
}

/** Form of a settings page; `initial` contains the values that the form was opened with, as JSON. */
export function settingsForm(page: SettingPage) {
  const fields = fieldsOfPage(page).map((field): [string, z.ZodType<string>] => [field.key, valueSchema(field)]);
  return z.strictObject(Object.fromEntries([...fields, ["initial", z.string().max(20_000).default("{}")]]));
}

const initialSchema = z.record(z.string(), z.string());

/** Parses the initial values of a form; empty when invalid. */
export function readInitial(json: string): Record<string, string> {
  try {
    return initialSchema.parse(JSON.parse(json));
  } catch {
    return {};
  }
}

export function formValue({ key, kind, fallback = "" }: SettingField, values: Record<string, string>): string {
  const value = values[key] ?? fallback;
  if (kind === "flag") return value === "true" ? "true" : "false";
  return kind === "sections" ? writeSections(readSections(value)) : value;
}
