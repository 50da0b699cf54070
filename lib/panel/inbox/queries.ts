import "server-only";
import { eventOfferSchema, offerTexts, type OfferWords } from "../approvals/rules";
import { hasPermission, type Role } from "../../platform/auth/permissions";
import { anyTable, asRows } from "../../platform/supabase/any-table";
import { everyBatch, everyRow } from "../../platform/supabase/every-row";
import { readPage, type Order } from "../../platform/supabase/read-page";
import { createSessionClient } from "../../platform/supabase/session";
import {
  guardedDocuments,
  guardedPictures,
  INBOX,
  INBOX_KEYS,
  photosOf,
  subjectPath,
  type Fact,
  type InboxKey,
  type InboxKind,
} from "./rules";
import { orThrow } from "../../platform/supabase/or-throw";
import { daysFromNow } from "../../platform/dates";

type Account = { role: Role; permissions: readonly string[] };
type Row = Record<string, unknown>;

export type InboxItem = {
  id: string;
  kind: InboxKey;
  title: string;
  protocol: string | null;
  status: string;
  note: string | null;
  createdAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  assignedTo: { id: string; name: string } | null;
  reply: string | null;
  publishOk: boolean;
  facts: readonly Fact[];
  photos: readonly string[];
  documents: readonly string[];
  subject: string | null;
};

/** Columns of kinds whose card shows a row of another table. */
const COLUMNS: Partial<Record<InboxKey, string>> = {
  service_request: "*, service:services (name)",
  event_change: "*, event:events (title)",
  voucher: "*, service:services (name, state_abbr)",
};

/** Words and language for what events sell. */
type OfferTexts = { words: OfferWords; locale: string };

export const INBOX_PAGE = 30;
const PHOTO_SECONDS = 600;

const kindsFor = (account: Account): InboxKey[] =>
  INBOX_KEYS.filter((key) => hasPermission(account, INBOX[key].permission));

/** Number and oldest date of the open items of each kind this account may decide. */
export async function countInbox(
  account: Account,
): Promise<{ kind: InboxKey; waiting: number; oldest: string | null }[]> {
  const data = orThrow(await (await createSessionClient()).rpc("inbox_counts"));
  const counts = new Map(data.map((row) => [row.kind, row]));
  return kindsFor(account).map((kind) => ({
    kind,
    waiting: Number(counts.get(kind)?.waiting ?? 0),
    oldest: counts.get(kind)?.oldest ?? null,
  }));
}

/** Signed URLs of photos of applications, on our own origin; missing photos are left out. */
async function signedPhotos(names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const { data } = await (
    await createSessionClient()
  ).storage
    .from("request-photos")
    .createSignedUrls([...names], PHOTO_SECONDS);
  const addresses = (data ?? []).flatMap(({ path, signedUrl, error }) =>
    path && signedUrl && !error ? [[path, new URL(signedUrl)] as const] : [],
  );
  return new Map(addresses.map(([path, { pathname, search }]) => [path, pathname + search]));
}

/** Items of a kind: open ones, oldest first, or decided ones, newest first. */
export async function listInbox(
  key: InboxKey,
  { decided = false, page = 1, offers }: { decided?: boolean; page?: number; offers?: OfferTexts } = {},
): Promise<{ items: InboxItem[]; total: number }> {
  const kind: InboxKind = INBOX[key];
  const columns = COLUMNS[key] ?? "*";
  const client = await createSessionClient();
  const order: Order = decided
    ? [
        ["updated_at", false],
        ["id", false],
      ]
    : [
        ["created_at", true],
        ["id", true],
      ];
  const { rows, total } = await readPage({ page, per: INBOX_PAGE }, order, (counting) => {
    const all = anyTable(client, kind.table).select(counting ? "id" : columns, counting);
    const kept = kind.only ? all.eq(kind.only.column, kind.only.value) : all;
    const table = kind.only?.empty ? kept.is(kind.only.empty, null) : kept;
    if (!decided) return table.in("status", kind.waiting);
    return kind.decided ? table.in("status", kind.decided) : table.not("status", "in", `(${kind.waiting.join(",")})`);
  });
  const read = asRows(rows) as Row[];
  const found =
    key === "pix" ? await withSubjects(read) : key === "event" && offers ? await withOffers(read, offers) : read;
  const [photos, names] = await Promise.all([signedPhotos(found.flatMap(photosOf)), staffNames()]);
  return { items: found.map((row) => itemOf(key, row, photos, names)), total };
}

/** Adds company and sale number, payer and event of a registration, or payer and place of a plan, to payments. */
async function withSubjects(payments: readonly Row[]): Promise<Row[]> {
  const data = orThrow(
    await (
      await createSessionClient()
    )
      .from("sales")
      .select("id, company:client_company_name, sale_number:number")
      .in(
        "id",
        payments.map((row) => String(row.subject_id)),
      ),
  );
  const subjects = orThrow(
    await (await createSessionClient()).rpc("payment_subjects", { ids: payments.map((row) => String(row.subject_id)) }),
  );
  const known = new Map<string, object>(data.map(({ id, ...sale }) => [id, sale]));
  const plans = new Set(payments.filter((row) => row.subject_type === "service_plan").map((row) => row.subject_id));
  for (const { id, code, person, event } of subjects)
    known.set(
      id,
      plans.has(id)
        ? { company: person, plan_name: code, plan_place: event }
        : { company: person, registration_code: code, registration_event: event },
    );
  return payments.map((row) => ({ ...row, ...known.get(String(row.subject_id)) }));
}

/** Adds what events sell and who receives the money. */
async function withOffers(events: readonly Row[], { words, locale }: OfferTexts): Promise<Row[]> {
  const client = await createSessionClient();
  const offers = orThrow(await client.rpc("event_offers", { events: events.map(({ id }) => String(id)) }));
  const known = new Map(offers.map(({ event_id: id, offer }) => [id, eventOfferSchema.parse(offer)]));
  return events.map((row) => {
    const offer = known.get(String(row.id));
    return offer ? { ...row, ...offerTexts(offer, words, locale, String(row.time_zone)) } : row;
  });
}

const text = (value: unknown) => (typeof value === "string" ? value : null);

/** User names of staff members by account id. */
async function staffNames(): Promise<Map<string, string>> {
  const data = orThrow(await (await createSessionClient()).rpc("staff_names"));
  return new Map(data.map(({ id, username }) => [id, username]));
}

const picturesOf = ({ pictures = [] }: InboxKind, row: Row) => pictures.flatMap((name) => text(row[name]) ?? []);

function itemOf(
  key: InboxKey,
  row: Row,
  photos: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): InboxItem {
  const assignee = text(row.assigned_to);
  return {
    id: String(row.id),
    kind: key,
    title: INBOX[key].title(row),
    protocol: text(row.protocol),
    status: String(row.status),
    note: text(row.status_note),
    createdAt: String(row.created_at),
    decidedAt: text(row.decided_at) ?? (INBOX[key].table === "payments" ? text(row.paid_at) : null),
    decidedBy: names.get(String(row.decided_by ?? row.confirmed_by)) ?? null,
    assignedTo: assignee ? { id: assignee, name: names.get(assignee) ?? "" } : null,
    reply: text(row.reply),
    publishOk: row.publish_ok !== false,
    facts: INBOX[key].facts(row),
    photos: [
      ...picturesOf(INBOX[key], row),
      ...photosOf(row).flatMap((name) => photos.get(name) ?? []),
      ...guardedPictures(key, row),
    ],
    documents: guardedDocuments(key, row),
    subject: subjectPath(row),
  };
}

/** The state whose pages change with an application about a place. */
export async function stateOfRequest(id: string): Promise<string | null> {
  const { data } = await (
    await createSessionClient()
  )
    .from("service_requests")
    .select("state_abbr")
    .eq("id", id)
    .maybeSingle();
  return data?.state_abbr ?? null;
}

/** Average rating of the portal by month and the Net Promoter Score of the last year. */
export async function reviewTrend(): Promise<{
  months: { month: string; average: number; count: number }[];
  nps: number | null;
  answers: number;
}> {
  const since = daysFromNow(-365);
  const client = await createSessionClient();
  const data = await everyRow((from, to) =>
    client
      .from("app_reviews")
      .select("rating, nps, created_at")
      .gte("created_at", since)
      .order("created_at")
      .order("id")
      .range(from, to),
  );
  const months = new Map<string, number[]>();
  for (const { created_at: at, rating } of data)
    months.set(at.slice(0, 7), [...(months.get(at.slice(0, 7)) ?? []), rating]);
  const scores = data.flatMap(({ nps }) => nps ?? []);
  const share = (holds: (nps: number) => boolean) => scores.filter(holds).length / scores.length;
  return {
    months: [...months].map(([month, ratings]) => ({
      month,
      average: ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length,
      count: ratings.length,
    })),
    nps: scores.length > 0 ? Math.round((share((nps) => nps >= 9) - share((nps) => nps <= 6)) * 100) : null,
    answers: scores.length,
  };
}

/** Reviews of the portal for export, newest first, without contact data. */
export async function* exportAppReviews() {
  const client = await createSessionClient();
  const columns = "created_at, rating, nps, topic, text, name, publish_ok, status, reply, app_version";
  yield* everyBatch((from, to) =>
    client.from("app_reviews").select(columns).order("created_at", { ascending: false }).order("id").range(from, to),
  );
}
