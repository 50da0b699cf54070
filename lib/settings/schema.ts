import { z } from "zod";

const text = z.string().default("");
const flag = z
  .string()
  .default("")
  .transform((value) => value === "true");
const link = z
  .string()
  .default("")
  .transform((value) => (/^https?:\/\//.test(value) ? value : ""));

/** The public keys of `app_settings`; an empty value hides what it stands for. */
export const settingsSchema = z.object({
  portal_logo_url: z
    .string()
    .default("")
    .transform((value) => (/^(?:https:\/\/|\/(?!\/))/.test(value) ? value : "")),
  dark_header: flag,
  dark_footer: flag,
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
});

export type Settings = z.infer<typeof settingsSchema>;
export type SettingKey = keyof Settings;
