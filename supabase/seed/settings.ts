import type { Step } from "./step";

type Setting = { key: string; value: string; group: "portal" | "demo" };

/** Group `demo` marks a value in the admin page as an example that must be replaced. */
const APP_SETTINGS: Setting[] = [
  { key: "portal_logo_url", value: "", group: "portal" },
  { key: "dark_header", value: "false", group: "portal" },
  { key: "dark_footer", value: "false", group: "portal" },
  { key: "contact_country", value: "Brasil", group: "demo" },
  { key: "contact_phone", value: "+55 (00) 0000-0000", group: "demo" },
  { key: "contact_email", value: "contato@example.org", group: "demo" },
  { key: "social_instagram", value: "https://example.org/instagram", group: "demo" },
  { key: "social_facebook", value: "https://example.org/facebook", group: "demo" },
  { key: "social_youtube", value: "https://example.org/youtube", group: "demo" },
  { key: "url_social_feed", value: "https://example.org/feed", group: "demo" },
  { key: "url_marketplace", value: "https://example.org/marketplace", group: "demo" },
  { key: "url_blog", value: "https://example.org/blog", group: "demo" },
  { key: "company_legal_line", value: "Empresa de Demonstração Ltda. · CNPJ 00.000.000/0000-00", group: "demo" },
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
