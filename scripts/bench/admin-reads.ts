import { listAccess, countAccess } from "@/lib/accounts/accounts/access/queries";
import { ACCESS_PER_PAGE } from "@/lib/accounts/accounts/access/rules";
import { listAds, RENEWAL_FIGURE } from "@/lib/commerce/ads/queries";
import { countDashboard, newestChanges } from "@/lib/panel/admin/dashboard";
import { countChildren, countDuplicates, listDuplicates } from "@/lib/panel/admin/duplicates";
import {
  exportRows,
  filterChoices,
  listRows,
  listSavedViews,
  listTrail,
  referenceTitles,
} from "@/lib/panel/admin/queries";
import { RESOURCES } from "@/lib/panel/admin/registry";
import { ROWS_PER_PAGE, type Field, type Resource } from "@/lib/panel/admin/resource";
import { readListQuery } from "@/lib/panel/admin/rules";
import { getHealthRecord } from "@/lib/panel/health/queries";
import { countInbox, INBOX_PAGE, listInbox } from "@/lib/panel/inbox/queries";
import { listCampaigns } from "@/lib/accounts/notifications/queries";
import {
  PAYMENTS_PER_PAGE,
  listCommissions,
  listInconsistencies,
  listEvents,
  listPayments,
  monthTotals,
} from "@/lib/commerce/payments/panel/queries";
import { readPaymentQuery } from "@/lib/commerce/payments/rules";
import { listSales } from "@/lib/commerce/sales/queries";
import { SALES_PAGE } from "@/lib/commerce/sales/rules";
import { findUser, listAccessHistory, listUsers } from "@/lib/accounts/accounts/users/queries";
import { USERS_PER_PAGE } from "@/lib/accounts/accounts/users/rules";
import type { Reads } from "./explain";
import { ACCESS_EVENTS } from "../../lib/platform/supabase/database-constants/accounts";

/** Resources whose tables grow with use; all others keep a few dozen rows. */
const GROWING = [
  "services",
  "regions",
  "photo_points",
  "cities",
  "blog_posts",
  "clubs",
  "faqs",
  "glossary_terms",
  "redirects",
  "ads",
  "tolls",
  "admin_tasks",
  "city_photos",
  "gallery_cities",
  "events",
  "event_prospecting",
];
const WORD = "serra";

const lastPage = (total: number, per: number) => Math.max(1, Math.ceil(total / per));

/** A sample value for a filter. */
async function valueOf(resource: Resource, { name, kind, options }: Field): Promise<string | undefined> {
  if (kind === "state") return "SC";
  if (kind === "boolean") return "true";
  return kind === "reference" ? (await filterChoices(resource))[name]?.[0]?.value : options?.at(-1);
}

/** The queries of the page that lists possible duplicates. */
async function duplicateReads(resource: Resource): Promise<Reads> {
  const all = { state: "", dismissed: false };
  const [first] = await listDuplicates(resource, all);
  const ids = first ? first.rows.map((row) => String(row[resource.idColumn])) : [];
  return {
    "pairs of all states": () => listDuplicates(resource, all),
    "pairs of a state": () => listDuplicates(resource, { ...all, state: "MG" }),
    "pairs said to be different": () => listDuplicates(resource, { ...all, dismissed: true }),
    "pairs per state": () => countDuplicates(resource),
    ...(ids.length > 0 && { "what points to a pair": () => countChildren(resource, ids) }),
  };
}

/** The list with all queries of its page: rows, filter choices and saved views. */
async function wholePage(resource: Resource): Promise<void> {
  const query = readListQuery(resource, {});
  const [{ rows }] = await Promise.all([listRows(resource, query), filterChoices(resource), listSavedViews(resource)]);
  await referenceTitles(
    resource.fields.filter(({ name }) => query.columns.includes(name)),
    rows,
  );
}

async function readsOf(resource: Resource): Promise<Reads> {
  const list = (params: Record<string, string>) => () => listRows(resource, readListQuery(resource, params));
  const { rows, total } = await listRows(resource, readListQuery(resource, {}));
  const last = String(lastPage(total, ROWS_PER_PAGE[0]));
  const reads: Reads = {
    "first page": () => wholePage(resource),
    "last page": list({ page: last }),
    search: list({ q: WORD }),
    "search for nothing there": list({ q: "xyzqw" }),
  };
  for (const field of resource.fields.filter(({ name }) => resource.filters.includes(name))) {
    const value = await valueOf(resource, field);
    if (value) reads[`filter ${field.name}`] = list({ [field.name]: value });
  }
  for (const column of resource.columns.filter((name) => name !== resource.order)) {
    reads[`by ${column}`] = list({ sort: column });
    reads[`by ${column}, last page`] = list({ sort: column, page: last });
  }
  if (resource.checked) reads["unchecked for a year"] = list({ old: "1" });
  if (resource.hasTrash) reads.trash = list({ trash: "1" });
  if (resource.fields.some(({ translated }) => translated)) reads["without English"] = list({ missing: "en" });
  reads["trail of a row"] = () => listTrail(resource, String(rows[0]?.[resource.idColumn]));
  reads["export, 1,000 rows"] = () => exportRows(resource, readListQuery(resource, {})).next();
  if (resource.duplicates) Object.assign(reads, await duplicateReads(resource));
  return Object.fromEntries(Object.entries(reads).map(([name, read]) => [`${resource.path}: ${name}`, read]));
}

async function inboxReads(): Promise<Reads> {
  const reads: Reads = {};
  for (const kind of [
    "service_request",
    "takedown",
    "report",
    "app_review",
    "ad_lead",
    "pix",
    "ad",
    "event",
  ] as const) {
    const [waiting, decided] = await Promise.all([listInbox(kind), listInbox(kind, { decided: true })]);
    reads[`inbox ${kind}: waiting`] = () => listInbox(kind);
    reads[`inbox ${kind}: waiting, last page`] = () => listInbox(kind, { page: lastPage(waiting.total, INBOX_PAGE) });
    reads[`inbox ${kind}: decided`] = () => listInbox(kind, { decided: true });
    reads[`inbox ${kind}: decided, last page`] = () =>
      listInbox(kind, { decided: true, page: lastPage(decided.total, INBOX_PAGE) });
  }
  return { ...reads, "inbox: counts": () => countInbox({ role: "superadministrador", permissions: [] }) };
}

async function userReads(account: string): Promise<Reads> {
  const all = { q: "", role: "", status: "", page: 1 };
  const { total } = await listUsers(all);
  return {
    "users: first page": () => listUsers(all),
    "users: last page": () => listUsers({ ...all, page: lastPage(total, USERS_PER_PAGE) }),
    "users: search by name": () => listUsers({ ...all, q: "ana viajante99" }),
    "users: search by e-mail": () => listUsers({ ...all, q: "viajante999@example" }),
    "users: search for all": () => listUsers({ ...all, q: "example" }),
    "users: filter role": () => listUsers({ ...all, role: "editor" }),
    "users: filter status": () => listUsers({ ...all, status: "blocked" }),
    "users: one account": () => findUser(account),
    "users: history of one": () => listAccessHistory("profiles", account),
  };
}

async function moneyReads(): Promise<Reads> {
  const payments = readPaymentQuery({}, new Date());
  const sales = { status: "todas", period: "", page: 1 } as const;
  const [allSales, allPayments, commissions, events] = await Promise.all([
    listSales(null, sales),
    listPayments(payments),
    listCommissions(1),
    listEvents(1),
  ]);
  return {
    "sales: first page": () => listSales(null, sales),
    "sales: last page": () => listSales(null, { ...sales, page: lastPage(allSales.total, SALES_PAGE) }),
    "sales: filter paid": () => listSales(null, { ...sales, status: "pagas" }),
    "sales: filter 30 days": () => listSales(null, { ...sales, period: "30" }),
    "payments: first page": () => listPayments(payments),
    "payments: last page": () => listPayments({ ...payments, page: lastPage(allPayments.total, PAYMENTS_PER_PAGE) }),
    "payments: filter status": () => listPayments({ ...payments, status: "paid" }),
    "payments: to refund": () => listPayments({ ...payments, refund: true }),
    "payments: month": () => monthTotals(payments.month),
    "payments: doubts": () => listInconsistencies(),
    "commissions: first page": () => listCommissions(1),
    "commissions: last page": () => listCommissions(lastPage(commissions.total, PAYMENTS_PER_PAGE)),
    "payment events: first page": () => listEvents(1),
    "payment events: last page": () => listEvents(lastPage(events.total, PAYMENTS_PER_PAGE)),
  };
}

async function recordReads(): Promise<Reads> {
  const all = { event: "", address: "", page: 1 };
  const { rows, total } = await listAccess(all);
  const banners = { status: null, state: null, search: "", isRenewal: false, page: 1 };
  const adReads: Reads = {
    "banners: first page": () => listAds(banners),
    "banners: search": () => listAds({ ...banners, search: WORD }),
    "banners: filter state": () => listAds({ ...banners, state: "SC" }),
  };
  const everything = { role: "superadministrador", permissions: [] } as const;
  return {
    "access log: first page": () => listAccess(all),
    "access log: last page": () => listAccess({ ...all, page: lastPage(total, ACCESS_PER_PAGE) }),
    "access log: filter event": () => listAccess({ ...all, event: "sign_in_failed" }),
    "access log: filter address": () => listAccess({ ...all, address: rows[0]?.address_hash ?? "" }),
    "access log: counts of a day": () => countAccess(ACCESS_EVENTS),
    "campaigns: newest 100": () => listCampaigns(),
    ...adReads,
    "health and error reports": () => getHealthRecord(),
    "dashboard: figures": () => countDashboard(everything, [RENEWAL_FIGURE]),
    "dashboard: newest changes": () => newestChanges(everything),
  };
}

/** The queries of the panel's lists, run through the product's own functions at the current table sizes. */
export async function adminReads(account: string): Promise<Reads> {
  const reads: Reads = {};
  for (const resource of RESOURCES.filter(({ key }) => GROWING.includes(key)))
    Object.assign(reads, await readsOf(resource));
  return Object.assign(reads, await inboxReads(), await userReads(account), await moneyReads(), await recordReads());
}
