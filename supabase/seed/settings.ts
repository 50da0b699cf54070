import type { Step } from "./step";

type Setting = { key: string; value: string; group: "portal" | "demo" };

/** Group `demo` marks a setting that the owner has not filled in; pages leave out what an empty value feeds. */
const APP_SETTINGS: Setting[] = [
  { key: "portal_logo_url", value: "", group: "portal" },
  { key: "dark_header", value: "false", group: "portal" },
  { key: "dark_footer", value: "false", group: "portal" },
  { key: "contact_country", value: "Brasil", group: "portal" },
  { key: "contact_phone", value: "", group: "demo" },
  { key: "contact_email", value: "", group: "demo" },
  { key: "social_instagram", value: "", group: "demo" },
  { key: "social_facebook", value: "", group: "demo" },
  { key: "social_youtube", value: "", group: "demo" },
  { key: "url_social_feed", value: "", group: "demo" },
  { key: "url_marketplace", value: "", group: "demo" },
  { key: "url_blog", value: "", group: "demo" },
  { key: "company_legal_line", value: "", group: "demo" },
];

const PAYMENT_SETTINGS = [
  { key: "stripe_config", value: { enabled: false, publishable_key: "", default_price_id: "" } },
  { key: "pix_config", value: { enabled: false, pix_key: "", pix_key_type: "", recipient_name: "", city: "" } },
];

/** Adds missing settings; existing values are not changed. */
export const settingsStep: Step = {
  key: "settings",
  title: "configurações",
  input: [APP_SETTINGS, PAYMENT_SETTINGS],
  write: async (tx) => {
    const app = await tx`
      insert into public.app_settings (key, value, "group", is_public)
      select key, value, "group", true
      from jsonb_to_recordset(${tx.json(APP_SETTINGS)}) as setting (key text, value text, "group" text)
      on conflict do nothing`;
    const payment = await tx`
      insert into public.payment_settings (key, value, is_public)
      select key, value, true
      from jsonb_to_recordset(${tx.json(PAYMENT_SETTINGS)}) as setting (key text, value jsonb)
      on conflict do nothing`;
    return `${app.count + payment.count} incluídas`;
  },
};
