import { ROLES, hasRank, type Role } from "@/lib/platform/auth/permissions";
import { pageOfQuery } from "../../../platform/paging";
import { panelPath } from "@/lib/platform/panel-pages";

export const USER_STATUS = ["blocked", "unverified", "extra"] as const;
export const USERS_PER_PAGE = 25;

export type UserQuery = { q: string; role: string; status: string; page: number };

type Params = Record<string, string | string[] | undefined>;

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? "";

/** Parses the account list query from URL parameters; invalid values are ignored. */
export function readUserQuery(params: Params): UserQuery {
  return {
    q: one(params.q).trim().slice(0, 100),
    role: ROLES.find((role) => role === one(params.role)) ?? "",
    status: USER_STATUS.find((status) => status === one(params.status)) ?? "",
    page: pageOfQuery(params.page),
  };
}

/** URL of the account list; `changes` replace values, empty ones are left out. */
export function userAddress(query: UserQuery, changes: Record<string, string | number> = {}): string {
  const values = {
    q: query.q,
    role: query.role,
    status: query.status,
    page: query.page === 1 ? "" : query.page,
    ...changes,
  };
  const search = new URLSearchParams(
    Object.entries(values)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => [name, String(value)]),
  );
  return `${panelPath("users")}${search.size > 0 ? `?${search}` : ""}`;
}

/** Roles an account may assign: those below its own. */
export function rolesBelow(role: Role): Role[] {
  return ROLES.filter((other) => other !== role && hasRank(role, other));
}

/** Reasons why two accounts cannot be merged. */
export const OBSTACLES = [
  "kept_unknown",
  "same",
  "kept_blocked",
  "two_sellers",
  "sellers_permission",
  "kept_no_seller",
  "email",
  "refused",
] as const;

/** Display category of the rows of a table; a database test checks that every table with an account reference is listed. */
const KIND_OF_TABLE = {
  service_requests: "requests",
  trip_panel_requests: "requests",
  ad_leads: "requests",
  takedown_requests: "requests",
  reports: "requests",
  approval_tokens: "requests",
  app_reviews: "reviews",
  notifications: "notices",
  notification_campaigns: "campaigns",
  push_subscriptions: "devices",
  saved_views: "views",
  favourites: "favourites",
  voucher_downloads: "vouchers",
  trips: "trips",
  trip_shares: "trips",
  trip_tracks: "trips",
  trip_track_pieces: "trips",
  service_members: "places",
  service_invitations: "places",
  service_messages: "places",
  service_plans: "places",
  vouchers: "places",
  voucher_reports: "places",
  voucher_devices: "places",
  voucher_redemptions: "places",
  passport_stamps: "passport",
  passport_shares: "passport",
  convoys: "convoys",
  convoy_members: "convoys",
  convoy_positions: "convoys",
  admin_tasks: "tasks",
  state_assignments: "tasks",
  media_assets: "files",
  files: "files",
  ads: "ads",
  sellers: "seller",
  seller_commission_rates: "money",
  payments: "money",
  commission_payouts: "money",
  access_logs: "accesses",
  account_erasures: "privacy",
  legal_acknowledgements: "privacy",
  duplicate_verdicts: "tasks",
  page_views: "visits",
  algorithm_settings: "system",
  backups: "system",
  repair_jobs: "system",
  event_leads: "tasks",
  lead_activities: "tasks",
  event_ad_drafts: "tasks",
  event_promotions: "events",
  event_links: "events",
  events: "events",
  event_changes: "events",
  event_registrations: "events",
  registration_events: "events",
  registration_contracts: "events",
  event_publish_links: "events",
  event_checkins: "events",
  checkin_devices: "events",
  club_members: "events",
  certificates: "events",
  certificate_batches: "events",
  print_batches: "events",
  event_messages: "events",
  event_automatic_messages: "events",
  event_members: "events",
  event_invitations: "events",
  event_exports: "events",
  registration_notes: "events",
  event_api_tokens: "events",
  event_webhooks: "events",
  gate_sales: "events",
  event_orders: "events",
  event_order_children: "events",
  event_order_addons: "events",
  event_recipients: "events",
  event_payment_entries: "events",
  event_refunds: "events",
  event_payouts: "events",
  event_fee_invoices: "events",
  rally_passes: "events",
  rally_positions: "events",
  vehicles: "vehicles",
  vehicle_members: "vehicles",
  vehicle_invitations: "vehicles",
  vehicle_handovers: "vehicles",
  vehicle_entries: "vehicles",
  vehicle_files: "vehicles",
  vehicle_tasks: "vehicles",
  vehicle_diary_entries: "vehicles",
  vehicle_checklists: "vehicles",
  vehicle_checklist_templates: "vehicles",
  reminder_announcements: "vehicles",
} as const;

export type MergeKind = (typeof KIND_OF_TABLE)[keyof typeof KIND_OF_TABLE] | "other";
export type MergeLine = { kind: MergeKind; moved: number; dropped: number; stays: number };

export function kindOfTable(table: string): MergeKind {
  return Object.hasOwn(KIND_OF_TABLE, table) ? KIND_OF_TABLE[table as keyof typeof KIND_OF_TABLE] : "other";
}

/** Sums the rows of tables by category, in the given order. */
export function mergeLines(
  report: readonly { table: string; moved: number; dropped: number; stays: number }[],
): MergeLine[] {
  const lines = new Map<MergeKind, MergeLine>();
  for (const { table, moved, dropped, stays } of report) {
    const kind = kindOfTable(table);
    const line = lines.get(kind) ?? { kind, moved: 0, dropped: 0, stays: 0 };
    lines.set(kind, { kind, moved: line.moved + moved, dropped: line.dropped + dropped, stays: line.stays + stays });
  }
  return [...lines.values()].filter(({ moved, dropped, stays }) => moved + dropped + stays > 0);
}
