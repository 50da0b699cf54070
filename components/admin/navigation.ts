import { seesLink, type Holder, type Permission } from "@/lib/platform/auth/permissions";

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

export type PanelLink = readonly [path: string, key: Permission];

/** Pages that the specification's sidebar does not list, each with the page of the sidebar that links to it. */
const PAGES_BELOW: readonly { parent: PanelLink; pages: readonly PanelLink[] }[] = [
  { parent: ["/admin", "dashboard"], pages: [["/admin/management", "management"]] },
  { parent: ["/admin/conteudo-estados", "state_content"], pages: [["/admin/city-gallery", "city_gallery"]] },
  { parent: ["/admin/users", "users"], pages: [["/admin/acesso", "access_log"]] },
  { parent: ["/admin/app-reviews", "app_reviews"], pages: [["/admin/avaliacoes", "reviews"]] },
  {
    parent: ["/admin/settings", "settings"],
    pages: [["/admin/payment-settings", "payment_settings"], ["/admin/system-algorithms", "system_algorithms"], ["/admin/system-config", "system_config"]],
  },
  { parent: ["/admin/all-cities", "all_cities"], pages: [["/admin/city-installer", "city_installer"]] },
  { parent: ["/admin/system-health", "system_health"], pages: [["/admin/system-repair", "system_repair"]] },
];

/**
 * Groups of pages that link to each other, parent first, limited to what an account may see. The dashboard, which all staff
 * can open, links to the pages whose own parent the account may not see.
 */
export function pageGroups(account: Holder): PanelLink[][] {
  const visible = PAGES_BELOW.map(({ parent, pages }) => ({ parent, pages: pages.filter(([, key]) => seesLink(account, key)) }));
  const [home, ...others] = visible;
  const orphans = others.filter(({ parent }) => !seesLink(account, parent[1])).flatMap(({ pages }) => pages);
  const groups = [{ ...home!, pages: [...home!.pages, ...orphans] }, ...others.filter(({ parent }) => seesLink(account, parent[1]))];
  return groups.filter(({ pages }) => pages.length > 0).map(({ parent, pages }) => [parent, ...pages]);
}

/** Links from a page to the other pages of its group. */
export function linkedPages(account: Holder, page: string): PanelLink[] {
  return pageGroups(account).find((group) => group.some(([path]) => path === page)) ?? [];
}
