/** Every role of the specification, lowest rank first. A test compares them with `public.roles`. */
export const ROLES = ["user", "vendedor", "editor", "admin", "main_admin", "superadministrador"] as const;
export type Role = (typeof ROLES)[number];

export const STAFF_ROLES = ["editor", "admin", "main_admin", "superadministrador"] as const satisfies readonly Role[];
export const ADMIN_ROLES = ["admin", "main_admin", "superadministrador"] as const satisfies readonly Role[];
export const SELLER_ROLES = ["vendedor", ...ADMIN_ROLES] as const satisfies readonly Role[];

/** Pass every permission check (specification, section 6). */
const ALWAYS_ALLOWED: readonly Role[] = ["main_admin", "superadministrador"];

/**
 * One table, permission × lowest role that holds it by default; the same rows stand in
 * `public.role_permissions` and a test compares them. `superadministrador` alone holds the last group.
 */
export const PERMISSIONS = {
  dashboard: "editor",
  blog: "editor",
  magazine: "editor",
  state_content: "editor",
  photo_points: "editor",
  website_content: "editor",
  events: "editor",
  event_checkin: "editor",
  clubs: "editor",
  ads: "editor",
  services: "editor",
  vouchers: "editor",
  voucher_checkin: "editor",
  city_gallery: "editor",
  analytics: "admin",
  event_checkin_usage: "admin",
  event_contracts: "admin",
  certificates: "admin",
  certificate_templates: "admin",
  event_ai_ads: "admin",
  event_prospecting: "admin",
  event_synergy: "admin",
  notifications: "admin",
  app_reviews: "admin",
  service_requests: "admin",
  reviews: "admin",
  maintenance_reminders: "admin",
  management: "admin",
  financials: "main_admin",
  users: "main_admin",
  advertising_plans: "main_admin",
  sellers: "main_admin",
  settings: "main_admin",
  portal_settings: "main_admin",
  api_keys: "main_admin",
  service_categories: "main_admin",
  all_cities: "main_admin",
  tolls: "main_admin",
  form_templates: "main_admin",
  payment_settings: "main_admin",
  city_installer: "main_admin",
  system_algorithms: "main_admin",
  permissions: "superadministrador",
  system_health: "superadministrador",
  system_backup: "superadministrador",
  system_repair: "superadministrador",
  system_config: "superadministrador",
  access_log: "superadministrador",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether `role` ranks at least as high as `minimum`. */
export function hasRank(role: Role, minimum: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(minimum);
}

/** Permissions a role holds by default, before the extra ones listed in `profiles.permissions`. */
export function defaultPermissions(role: Role): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((key) => hasRank(role, PERMISSIONS[key]));
}

/** `rolePermissions` are those the matrix gives the role now; without them the defaults count. */
export type Holder = { role: Role; permissions: readonly string[]; rolePermissions?: readonly string[] | null };

function holds({ role, permissions, rolePermissions }: Holder, key: Permission): boolean {
  return permissions.includes(key) || (rolePermissions ? rolePermissions.includes(key) : hasRank(role, PERMISSIONS[key]));
}

/** The specification's rule: the two highest roles always pass, others need the key in their list. */
export function hasPermission(account: Holder, key: Permission): boolean {
  return ALWAYS_ALLOWED.includes(account.role) || holds(account, key);
}

/** Sidebar visibility: unlike access, a link reserved for superadministrador is not shown to main_admin. */
export function seesLink(account: Holder, key: Permission): boolean {
  return holds(account, key);
}
