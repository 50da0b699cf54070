/** Every role of the specification, lowest rank first; a test checks that `public.roles` is equal. */
export const ROLES = ["user", "vendedor", "editor", "admin", "main_admin", "superadministrador"] as const;
export type Role = (typeof ROLES)[number];

export const ADMIN_ROLES = ["admin", "main_admin", "superadministrador"] as const satisfies readonly Role[];
export const SELLER_ROLES = ["vendedor", ...ADMIN_ROLES] as const satisfies readonly Role[];

/** Roles that pass every permission check (specification, section 6). */
const ALWAYS_ALLOWED: readonly Role[] = ["main_admin", "superadministrador"];

/**
 * Lowest role that has each permission by default. A test checks that `public.role_permissions` is equal. Only
 * `superadministrador` has the last group.
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

/** Default permissions of a role, without the additional ones in `profiles.permissions`. */
export function defaultPermissions(role: Role): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((key) => hasRank(role, PERMISSIONS[key]));
}

/** `rolePermissions` are the current permissions of the role in the matrix; without them the defaults apply. */
export type Holder = { role: Role; permissions: readonly string[]; rolePermissions?: readonly string[] | null };

function holds({ role, permissions, rolePermissions }: Holder, key: Permission): boolean {
  return (
    permissions.includes(key) || (rolePermissions ? rolePermissions.includes(key) : hasRank(role, PERMISSIONS[key]))
  );
}

/** Access rule of the specification: the two highest roles always pass, others need the permission. */
export function hasPermission(account: Holder, key: Permission): boolean {
  return ALWAYS_ALLOWED.includes(account.role) || holds(account, key);
}

/** Visibility in the sidebar: unlike the access check, main_admin does not see links reserved for superadministrador. */
export function seesLink(account: Holder, key: Permission): boolean {
  return holds(account, key);
}
