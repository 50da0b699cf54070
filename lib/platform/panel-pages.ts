import type { Permission } from "./auth/permissions";
import type { MENU_SECTIONS } from "./supabase/database-constants/platform";

export type MenuSection = (typeof MENU_SECTIONS)[number];

export type PanelPage = {
  path: string;
  permission: Permission;
  /** Section of the sidebar that links to the page. */
  section?: MenuSection;
  /** Path of the page of the sidebar that links to this one. */
  parent?: string;
  /** Key of the text of its link, when the page shares its permission with another one; that of the permission otherwise. */
  label?: "event_recipients" | "event_payouts" | "first_steps";
  /** The page lists records of the resource with this key; `novo` and the records have their own paths below. */
  records?: true;
  /** Tables without a resource whose audit entries can be read with the permission of the page. */
  audited?: readonly string[];
  /** The page reads QR codes (see `Route`). */
  scanner?: true;
};

/**
 * Every page of the panel by its key, in the order of the sidebar. The guards of the paths, the sidebar, the
 * resources, the dashboard and the inbox read this table, and a database test compares it with
 * `private.audit_log_permissions`. Pages of records have the key of their resource.
 */
export const PANEL_PAGES = {
  dashboard: { path: "/admin", permission: "dashboard", section: "geral" },
  analytics: { path: "/admin/analytics", permission: "analytics", section: "geral" },
  financials: {
    path: "/admin/financials",
    permission: "financials",
    section: "geral",
    audited: ["payments", "commissions", "commission_payouts", "service_plans"],
  },
  event_recipients: {
    path: "/admin/financials/recebedores",
    permission: "financials",
    parent: "/admin/financials",
    label: "event_recipients",
    audited: ["event_recipients", "event_refunds", "stripe_accounts"],
  },
  event_payouts: {
    path: "/admin/financials/repasses",
    permission: "financials",
    parent: "/admin/financials",
    label: "event_payouts",
  },
  event_payout: {
    path: "/admin/financials/repasses/:eventId",
    permission: "financials",
    audited: ["event_payouts", "event_fee_invoices"],
  },

  blog_posts: { path: "/admin/blog", permission: "blog", section: "conteudo", records: true },
  blog_categories: { path: "/admin/blog/categorias", permission: "blog", records: true },
  magazines: { path: "/admin/revista", permission: "magazine", section: "conteudo", records: true },
  state_contents: { path: "/admin/conteudo-estados", permission: "state_content", section: "conteudo", records: true },
  regions: { path: "/admin/conteudo-estados/rotas", permission: "state_content", records: true },
  emergency_contacts: { path: "/admin/conteudo-estados/telefones", permission: "state_content", records: true },
  photo_points: { path: "/admin/photo-points", permission: "photo_points", section: "conteudo", records: true },
  website_contents: {
    path: "/admin/website-content",
    permission: "website_content",
    section: "conteudo",
    records: true,
  },
  faqs: { path: "/admin/website-content/perguntas", permission: "website_content", records: true },
  glossary_terms: { path: "/admin/website-content/glossario", permission: "website_content", records: true },
  legal_documents: { path: "/admin/website-content/documentos", permission: "website_content", records: true },
  radio_stations: { path: "/admin/website-content/radio", permission: "website_content", records: true },
  checklist_templates: { path: "/admin/website-content/checklists", permission: "website_content", records: true },
  redirects: { path: "/admin/website-content/redirecionamentos", permission: "website_content", records: true },

  events: { path: "/admin/events", permission: "events", section: "eventos", records: true },
  traditional_meetings: {
    path: "/admin/events/tradicionais",
    permission: "events",
    records: true,
  },
  event_edit: {
    path: "/admin/events/:eventId/edit",
    permission: "events",
    audited: [
      "event_messages",
      "event_automatic_messages",
      "event_members",
      "event_codes",
      "event_invitations",
      "event_api_tokens",
      "event_webhooks",
      "rallies",
    ],
  },
  event_promotion: {
    path: "/admin/events/:eventId/promotion",
    permission: "events",
    audited: ["event_promotions", "event_links"],
  },
  event_registrations: {
    path: "/admin/events/:eventId/registrations",
    permission: "events",
    audited: ["event_registrations", "print_batches", "registration_notes"],
  },
  event_confirmation: { path: "/admin/events/:eventId/confirmacao", permission: "events" },
  event_contract: {
    path: "/admin/events/:eventId/registrations/:registrationId/contract",
    permission: "event_contracts",
    audited: ["registration_contracts"],
  },
  event_checkin: {
    path: "/admin/event-checkin",
    permission: "event_checkin",
    section: "eventos",
    audited: ["checkin_devices", "event_checkin_lists", "gate_sales"],
    scanner: true,
  },
  event_checkin_usage: { path: "/admin/event-checkin/usage", permission: "event_checkin_usage", section: "eventos" },
  certificates: {
    path: "/admin/certificates",
    permission: "certificates",
    section: "eventos",
    audited: ["certificates"],
  },
  certificate_templates: {
    path: "/admin/certificate-templates",
    permission: "certificate_templates",
    section: "eventos",
    audited: ["certificate_templates"],
  },
  event_ai_ads: {
    path: "/admin/events/ai-ads",
    permission: "event_ai_ads",
    section: "eventos",
    audited: ["event_ad_drafts"],
  },
  event_prospecting: {
    path: "/admin/events/prospecting",
    permission: "event_prospecting",
    section: "eventos",
    records: true,
  },
  event_synergy: { path: "/admin/events/synergy", permission: "event_synergy", section: "eventos" },

  clubs: { path: "/admin/clubes", permission: "clubs", section: "comunidade", records: true },
  users: { path: "/admin/users", permission: "users", section: "comunidade" },
  notifications: {
    path: "/admin/notifications",
    permission: "notifications",
    section: "comunidade",
    audited: ["notification_campaigns"],
  },
  app_reviews: {
    path: "/admin/app-reviews",
    permission: "app_reviews",
    section: "comunidade",
    audited: ["app_reviews"],
  },

  ads: { path: "/admin/ads", permission: "ads", section: "comercial", records: true, audited: ["ad_leads"] },
  advertising_plans: {
    path: "/admin/advertising-plans",
    permission: "advertising_plans",
    section: "comercial",
    records: true,
    audited: ["ad_placements"],
  },
  services: {
    path: "/admin/services",
    permission: "services",
    section: "comercial",
    records: true,
    audited: ["service_members", "service_invitations"],
  },
  map_places: { path: "/admin/services/mapa", permission: "services", records: true },
  service_requests: {
    path: "/admin/service-requests",
    permission: "service_requests",
    section: "comercial",
    audited: ["service_requests", "trip_panel_requests", "takedown_requests", "approval_tokens"],
  },
  trip_panel_planner: {
    path: "/admin/service-requests/:requestId/planejador",
    permission: "service_requests",
  },
  vouchers: {
    path: "/admin/vouchers",
    permission: "vouchers",
    section: "comercial",
    audited: ["vouchers", "voucher_devices", "voucher_reports"],
  },
  sellers: {
    path: "/admin/sellers",
    permission: "sellers",
    section: "comercial",
    audited: ["sellers", "seller_commission_rates", "sales"],
  },

  settings: { path: "/admin/settings", permission: "settings", section: "sistema", audited: ["app_settings"] },
  first_steps: {
    path: "/admin/settings/primeiros-passos",
    permission: "settings",
    parent: "/admin/settings",
    label: "first_steps",
  },
  portal_settings: { path: "/admin/portal-settings", permission: "portal_settings", section: "sistema" },
  api_keys: { path: "/admin/api-keys", permission: "api_keys", section: "sistema" },
  permissions: { path: "/admin/permissions", permission: "permissions", section: "sistema" },
  service_categories: {
    path: "/admin/service-categories",
    permission: "service_categories",
    section: "sistema",
    records: true,
  },
  cities: { path: "/admin/all-cities", permission: "all_cities", section: "sistema", records: true },
  tolls: { path: "/admin/tolls", permission: "tolls", section: "sistema", records: true },
  toll_prices: { path: "/admin/tolls/precos", permission: "tolls", records: true },
  system_health: { path: "/admin/system-health", permission: "system_health", section: "sistema" },
  system_backup: { path: "/admin/system-backup", permission: "system_backup", section: "sistema" },
  form_templates: {
    path: "/admin/form-templates",
    permission: "form_templates",
    section: "sistema",
    records: true,
  },

  admin_tasks: { path: "/admin/management", permission: "management", parent: "/admin", records: true },
  state_assignments: { path: "/admin/management/estados", permission: "management", records: true },
  city_photos: {
    path: "/admin/city-gallery",
    permission: "city_gallery",
    parent: "/admin/conteudo-estados",
    records: true,
    audited: ["media_assets"],
  },
  gallery_cities: { path: "/admin/city-gallery/cidades", permission: "city_gallery", records: true },
  access_log: { path: "/admin/acesso", permission: "access_log", parent: "/admin/users" },
  reviews: { path: "/admin/avaliacoes", permission: "reviews", parent: "/admin/app-reviews", audited: ["reports"] },
  payment_settings: { path: "/admin/payment-settings", permission: "payment_settings", parent: "/admin/settings" },
  system_algorithms: { path: "/admin/system-algorithms", permission: "system_algorithms", parent: "/admin/settings" },
  system_config: { path: "/admin/system-config", permission: "system_config", parent: "/admin/settings" },
  city_installer: { path: "/admin/city-installer", permission: "city_installer", parent: "/admin/all-cities" },
  system_repair: { path: "/admin/system-repair", permission: "system_repair", parent: "/admin/system-health" },
  reminder_presets: {
    path: "/admin/maintenance-reminders",
    permission: "maintenance_reminders",
    parent: "/admin/notifications",
    records: true,
    audited: ["reminder_announcements"],
  },
  voucher_checkin: {
    path: "/admin/voucher-checkin",
    permission: "voucher_checkin",
    parent: "/admin/vouchers",
    scanner: true,
  },
} as const satisfies Record<string, PanelPage>;

export type PanelKey = keyof typeof PANEL_PAGES;

/** Keys of the pages that list records, which are the keys of their resources. */
export type RecordKey = {
  [Key in PanelKey]: (typeof PANEL_PAGES)[Key] extends { records: true } ? Key : never;
}[PanelKey];

/** The pages with their keys, in the order of the table. */
export const panelPages: readonly (PanelPage & { key: string })[] = Object.entries(PANEL_PAGES).map(
  ([key, page]: [string, PanelPage]) => ({ ...page, key }),
);

/** Address of a record or of the list: `panelPath("regions", id)` → `/admin/conteudo-estados/rotas/{id}`. */
export function panelPath(key: PanelKey, id?: string): string {
  const { path } = PANEL_PAGES[key];
  return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
}

/** Address of a page below a record: `panelPathWith("event_edit", { eventId })` → `/admin/events/{eventId}/edit`. */
export function panelPathWith(key: PanelKey, params: Readonly<Record<string, string>>): string {
  return PANEL_PAGES[key].path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}
