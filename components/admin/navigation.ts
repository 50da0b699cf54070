import type { Permission } from "@/lib/platform/auth/permissions";

export type AdminSection = "geral" | "conteudo" | "eventos" | "comunidade" | "comercial" | "sistema";

/** The sidebar of the specification: sections in order, each link with the permission that shows it. */
export const ADMIN_NAVIGATION: readonly { section: AdminSection; links: readonly (readonly [path: string, key: Permission])[] }[] = [
  { section: "geral", links: [["/admin", "dashboard"], ["/admin/analytics", "analytics"], ["/admin/financials", "financials"]] },
  {
    section: "conteudo",
    links: [
      ["/admin/blog", "blog"],
      ["/admin/revista", "magazine"],
      ["/admin/conteudo-estados", "state_content"],
      ["/admin/photo-points", "photo_points"],
      ["/admin/website-content", "website_content"],
    ],
  },
  {
    section: "eventos",
    links: [
      ["/admin/events", "events"],
      ["/admin/event-checkin", "event_checkin"],
      ["/admin/event-checkin/usage", "event_checkin_usage"],
      ["/admin/certificates", "certificates"],
      ["/admin/certificate-templates", "certificate_templates"],
      ["/admin/events/ai-ads", "event_ai_ads"],
      ["/admin/events/prospecting", "event_prospecting"],
      ["/admin/events/synergy", "event_synergy"],
    ],
  },
  {
    section: "comunidade",
    links: [["/admin/clubes", "clubs"], ["/admin/users", "users"], ["/admin/notifications", "notifications"], ["/admin/app-reviews", "app_reviews"]],
  },
  {
    section: "comercial",
    links: [
      ["/admin/ads", "ads"],
      ["/admin/advertising-plans", "advertising_plans"],
      ["/admin/services", "services"],
      ["/admin/service-requests", "service_requests"],
      ["/admin/vouchers", "vouchers"],
      ["/admin/sellers", "sellers"],
    ],
  },
  {
    section: "sistema",
    links: [
      ["/admin/settings", "settings"],
      ["/admin/portal-settings", "portal_settings"],
      ["/admin/api-keys", "api_keys"],
      ["/admin/permissions", "permissions"],
      ["/admin/service-categories", "service_categories"],
      ["/admin/all-cities", "all_cities"],
      ["/admin/tolls", "tolls"],
      ["/admin/system-health", "system_health"],
      ["/admin/system-backup", "system_backup"],
      ["/admin/form-templates", "form_templates"],
    ],
  },
];
