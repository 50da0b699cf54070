import { eventFileUrl } from "../../platform/media/rules";
import type { Permission } from "../../platform/auth/permissions";
import { formatMoney } from "../../platform/format";
import { PANEL_PAGES, panelPath, panelPathWith, type PanelKey } from "../../platform/panel-pages";
import {
  changedEvent,
  eventChangeFacts,
  eventFacts,
  namedPlace,
  paymentFacts,
  payloadOf,
  pick,
  placeFacts,
  say,
  sellerFacts,
  voucherFacts,
  type Fact,
  type Row,
} from "./row-facts";
import { APPROVAL_DECISIONS } from "../../platform/supabase/database-constants/panel";
import { WAITING_TRIP_PANEL_STATUSES } from "../../platform/supabase/database-constants/partners";

export type { Fact };

/** Database names of one kind of inbox item and the content of its card. */
export type InboxKind = {
  permission: Permission;
  /** Admin page with the list; the dashboard also shows it. */
  page: string;
  table:
    | "service_requests"
    | "trip_panel_requests"
    | "takedown_requests"
    | "reports"
    | "app_reviews"
    | "ad_leads"
    | "payments"
    | "sellers"
    | "ads"
    | "events"
    | "event_changes"
    | "vouchers";
  decide:
    | "decide_service_request"
    | "decide_trip_panel_request"
    | "decide_takedown_request"
    | "decide_report"
    | "decide_app_review"
    | "decide_ad_lead"
    | "decide_pix"
    | "decide_seller"
    | "decide_ad"
    | "decide_event"
    | "decide_event_change"
    | "decide_voucher";
  waiting: readonly string[];
  decisions: readonly Decision[];
  assignable: boolean;
  /** Filter for tables that contain rows of several kinds. */
  only?: { column: string; value: string; empty?: string };
  /** Statuses of decided items, needed when some items are neither open nor decided. */
  decided?: readonly string[];
  /** The decision cannot be undone, so the UI asks for confirmation. */
  final?: true;
  title: (row: Row) => string;
  facts: (row: Row) => readonly Fact[];
  /** Statuses in which an item is answered with a text and a link instead of moving to the next status. */
  answered?: readonly string[];
  /** Columns with URLs of public images. */
  pictures?: readonly string[];
};

/** The admin page of a kind and the permission of that page. */
const listedOn = (page: PanelKey, search = ""): Pick<InboxKind, "permission" | "page"> => ({
  permission: PANEL_PAGES[page].permission,
  page: panelPath(page) + search,
});

export const DECISIONS = ["approve", "publish", "reject", "adjust", "reopen"] as const;
export type Decision = (typeof DECISIONS)[number];

/** Registry of every kind of item that needs a decision; used by the dashboard, the admin pages and the tests. */
export const INBOX = {
  service_request: {
    ...listedOn("service_requests"),
    table: "service_requests",
    decide: "decide_service_request",
    waiting: ["received", "in_review"],
    decisions: ["approve", "publish", "adjust", "reject"],
    assignable: true,
    title: (row) => say(payloadOf(row).name) || namedPlace(row) || say(row.protocol),
    facts: placeFacts,
  },
  trip_panel: {
    ...listedOn("service_requests", "?aba=trip_panel"),
    table: "trip_panel_requests",
    decide: "decide_trip_panel_request",
    waiting: WAITING_TRIP_PANEL_STATUSES,
    answered: ["received", "in_progress"],
    decisions: ["approve", "reject"],
    assignable: true,
    title: (row) => `${say(row.origin)} → ${say(row.destination)}`,
    facts: (row) =>
      pick(row, [
        "delivery_kind",
        "start_on",
        "end_on",
        "states",
        "cars",
        "people",
        "vehicles",
        "km_per_day",
        "budget",
        "interests",
        "needs_lodging",
        "by_whatsapp",
        "notes",
        "name",
        "email",
        "phone",
        "answer_link",
      ]),
  },
  takedown: {
    ...listedOn("service_requests", "?aba=takedown"),
    table: "takedown_requests",
    decide: "decide_takedown_request",
    waiting: ["received", "in_review"],
    decisions: ["approve", "reject"],
    assignable: true,
    title: (row) => say(row.url),
    facts: (row) => pick(row, ["reason", "evidence", "claimant_name", "email", "phone"]),
  },
  report: {
    ...listedOn("reviews"),
    table: "reports",
    decide: "decide_report",
    waiting: ["open"],
    decisions: ["approve", "reject"],
    assignable: false,
    title: (row) => say(row.page_path) || say(row.subject_id),
    facts: (row) =>
      pick({ ...row, report_reason: row.reason }, ["subject_type", "report_reason", "text", "reporter_email"]),
  },
  app_review: {
    ...listedOn("app_reviews"),
    table: "app_reviews",
    decide: "decide_app_review",
    waiting: ["pending"],
    decisions: ["approve", "reject"],
    assignable: false,
    title: (row) => `${"★".repeat(Number(row.rating))}${"☆".repeat(5 - Number(row.rating))} ${say(row.name)}`.trim(),
    facts: (row) => pick(row, ["text", "nps", "topic", "publish_ok", "contact", "device", "app_version"]),
  },
  ad_lead: {
    ...listedOn("ads", "?aba=ad_lead"),
    table: "ad_leads",
    decide: "decide_ad_lead",
    waiting: ["received", "contacted"],
    decisions: ["approve", "reject"],
    assignable: true,
    title: (row) => say(row.company),
    facts: (row) => pick(row, ["state_abbr", "interest", "message", "seller_ref", "contact_name", "email", "phone"]),
  },
  pix: {
    ...listedOn("financials", "?parte=pix"),
    table: "payments",
    decide: "decide_pix",
    waiting: ["review"],
    decided: ["paid", "refunded"],
    only: { column: "method", value: "pix", empty: "recipient_id" },
    final: true,
    decisions: ["approve", "reject"],
    assignable: false,
    title: (row) => `${formatMoney(Number(row.amount_cents), "pt-BR")} · ${say(row.company) || say(row.pix_txid)}`,
    facts: paymentFacts,
  },
  seller: {
    ...listedOn("sellers"),
    table: "sellers",
    decide: "decide_seller",
    waiting: ["pending"],
    decisions: ["approve", "reject"],
    assignable: false,
    title: (row) => say(row.full_name),
    facts: sellerFacts,
  },
  ad: {
    ...listedOn("ads", "?aba=ad"),
    table: "ads",
    decide: "decide_ad",
    waiting: ["in_review"],
    decisions: ["approve", "reject"],
    assignable: false,
    title: (row) => say(row.advertiser),
    facts: (row) => pick(row, ["alt", "link_url", "placements", "states"]),
    pictures: ["image_desktop", "image_mobile"],
  },
  event: {
    ...listedOn("events", "?status=pending"),
    table: "events",
    decide: "decide_event",
    waiting: ["pending"],
    decided: ["published", "rejected"],
    decisions: APPROVAL_DECISIONS,
    assignable: false,
    title: (row) => say(row.title),
    facts: eventFacts,
  },
  event_change: {
    ...listedOn("events"),
    table: "event_changes",
    decide: "decide_event_change",
    waiting: ["pending"],
    // The new version is public and mailed.
    final: true,
    decisions: ["approve", "reject"],
    assignable: false,
    title: changedEvent,
    facts: eventChangeFacts,
  },
  voucher: {
    ...listedOn("vouchers", "?aba=voucher"),
    table: "vouchers",
    decide: "decide_voucher",
    waiting: ["pending"],
    decided: ["active", "rejected"],
    decisions: APPROVAL_DECISIONS,
    assignable: false,
    title: (row) => say(row.title),
    facts: voucherFacts,
    pictures: ["image_url"],
  },
} as const satisfies Record<string, InboxKind>;

/** The planner with the trip of an application for a trip panel. */
export const panelPlannerPath = (requestId: string) => panelPathWith("trip_panel_planner", { requestId });

export type InboxKey = keyof typeof INBOX;
export const INBOX_KEYS = Object.keys(INBOX) as [InboxKey, ...InboxKey[]];

/** Pages of the records that an item can be about. */
const RECORD_OF: Partial<Record<string, PanelKey>> = {
  region: "regions",
  city: "cities",
  service: "services",
  photo_point: "photo_points",
  club: "clubs",
  post: "blog_posts",
  services: "services",
  clubs: "clubs",
};

/** Admin path of the record that a decision has made or changed. */
export function recordPath({ table, id }: { table?: string | null; id?: string | null }): string | null {
  const page = table && RECORD_OF[table];
  return page && id ? panelPath(page, id) : null;
}

/** Admin path of the record an item is about; for pages without a record, their path on the site. */
export function subjectPath(row: Row): string | null {
  if ("image_desktop" in row) return panelPath("ads", say(row.id));
  if ("organizer_name" in row) return `/publicar-evento/preview/${say(row.id)}`;
  if ("benefit_type" in row) return null;
  if ("event_id" in row && "fields" in row) return `/publicar-evento/preview/${say(row.event_id)}`;
  const [table, id] = row.subject_type
    ? [say(row.subject_type), say(row.subject_id)]
    : row.result_id
      ? [say(row.result_table), say(row.result_id)]
      : ["service", say(row.service_id)];
  if (!id) return null;
  return recordPath({ table, id }) ?? (/^\/[^/\\]/.test(id) ? id : null);
}

const isPdf = (row: Row) => say(row.receipt_path).endsWith(".pdf");

/** URLs of images of an item that are not in its columns. */
export function guardedPictures(key: InboxKey, row: Row): string[] {
  const { poster_path: poster, stand_map_path: plan } = payloadOf(row);
  if (key === "event_change") return [poster, plan].filter((name) => typeof name === "string").map(eventFileUrl);
  return key === "pix" && row.receipt_path && !isPdf(row) ? [`/api/payment-receipts/${say(row.id)}`] : [];
}

/** URLs of an item's PDF files that need a permission. */
export function guardedDocuments(key: InboxKey, row: Row): string[] {
  return key === "pix" && isPdf(row) ? [`/api/payment-receipts/${say(row.id)}`] : [];
}

const PHOTO_NAME = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.webp$/;

/** Photos of an application in the private bucket. */
export function photosOf(row: Row): string[] {
  const { photos } = payloadOf(row);
  return Array.isArray(photos)
    ? photos.filter((name): name is string => typeof name === "string" && PHOTO_NAME.test(name))
    : [];
}

export const isInboxKey = (value: string | undefined): value is InboxKey =>
  value !== undefined && Object.hasOwn(INBOX, value);
