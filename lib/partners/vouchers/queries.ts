import "server-only";
import { priceText } from "../../events/publishing/rules";
import { deriveToken } from "../../platform/links/queries";
import { everyBatch } from "../../platform/supabase/every-row";
import { orThrow } from "../../platform/supabase/or-throw";
import { patterns } from "../../platform/supabase/pattern";
import { readPage, type Counting } from "../../platform/supabase/read-page";
import { createSessionClient } from "../../platform/supabase/session";
import { shortTime, type OfferValues } from "./rules";
import {
  CAMPAIGNS_PAGE,
  figuresSchema,
  oversightSchema,
  reportSchema,
  reportToken,
  type CampaignFilter,
} from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const COLUMNS =
  "id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at, total_limit, per_person_limit, guests_allowed, image_url, status, status_note, decided_at, created_at, updated_at";
const PLACE = "role, service:services!inner (id, name, slug, state_abbr, status, deleted_at)";

/** Places that an account owns or works for; those in the trash are left out. */
export async function listOwnPlaces(client: SessionClient, account: string) {
  const rows = orThrow(
    await client
      .from("service_members")
      .select(PLACE)
      .eq("account_id", account)
      .is("service.deleted_at", null)
      .order("service_id")
      .limit(200),
  );
  return rows.map(({ role, service }) => ({ ...service, role: role as "owner" | "staff" }));
}
export type OwnPlace = Awaited<ReturnType<typeof listOwnPlaces>>[number];

/** A place of an account; null when it does not run it. */
export async function getOwnPlace(client: SessionClient, account: string, id: string): Promise<OwnPlace | null> {
  const row = orThrow(
    await client.from("service_members").select(PLACE).eq("account_id", account).eq("service_id", id).maybeSingle(),
  );
  return row && { ...row.service, role: row.role as "owner" | "staff" };
}

/** All vouchers of a place, the newest first. */
export async function listPlaceVouchers(client: SessionClient, place: string) {
  return orThrow(
    await client
      .from("vouchers")
      .select(COLUMNS)
      .eq("service_id", place)
      .order("created_at", { ascending: false })
      .order("id")
      .limit(500),
  );
}
export type Voucher = Awaited<ReturnType<typeof listPlaceVouchers>>[number];

export async function getVoucher(client: SessionClient, id: string): Promise<Voucher | null> {
  return orThrow(await client.from("vouchers").select(COLUMNS).eq("id", id).maybeSingle());
}

/** Figures of a place, or of all places for voucher managers (null). */
export async function readFigures(client: SessionClient, place: string | null) {
  // The generated types do not know that the argument may be null.
  return figuresSchema.parse(orThrow(await client.rpc("voucher_figures", { place: place as string })));
}

export const readOversight = async (client: SessionClient) =>
  oversightSchema.parse(orThrow(await client.rpc("voucher_oversight")));

/** The token of a link is derived from its id, so that people of the place can copy the address again. */
export const tokenOfReport = (id: string): string => deriveToken("voucher_report", id, 1);

/** The figures behind a private link; null for a token that does not exist. */
export async function getReport(token: string) {
  if (!reportToken.safeParse(token).success) return null;
  const client = await createSessionClient();
  return reportSchema.nullable().parse(orThrow(await client.rpc("read_voucher_report", { token })));
}

/** Open links to the figures of a place, the newest first. */
export async function listReports(client: SessionClient, place: string) {
  const rows = orThrow(
    await client
      .from("voucher_reports")
      .select("id, expires_at, created_at")
      .eq("service_id", place)
      .is("revoked_at", null)
      .gt("expires_at", new Date().toISOString())
      .order("created_at", { ascending: false })
      .order("id")
      .limit(10),
  );
  return rows.map((row) => ({ ...row, token: tokenOfReport(row.id) }));
}

const CAMPAIGN = `${COLUMNS}, place:services!inner (id, name, slug, state_abbr)`;

function campaigns(client: SessionClient, { status, state, place }: CampaignFilter, counting?: Counting) {
  const all = client.from("vouchers").select(CAMPAIGN, counting);
  const withStatus = status ? all.eq("status", status) : all;
  const inState = state ? withStatus.eq("place.state_abbr", state) : withStatus;
  return patterns(place).reduce((rows, pattern) => rows.like("place.search_name", pattern), inState);
}

/** One page of the vouchers of all places, the newest change first, for voucher managers. */
export async function listCampaigns(client: SessionClient, filter: CampaignFilter) {
  const order = [
    ["updated_at", false],
    ["id", false],
  ] as const;
  return readPage({ page: filter.page, per: CAMPAIGNS_PAGE }, order, (counting) => campaigns(client, filter, counting));
}
export type Campaign = Awaited<ReturnType<typeof listCampaigns>>["rows"][number];

/** All vouchers of a filter, for the CSV file. */
export function exportCampaigns(client: SessionClient, filter: CampaignFilter) {
  return everyBatch((from, to) =>
    campaigns(client, filter).order("updated_at", { ascending: false }).order("id").range(from, to),
  );
}

/** Values of the form of a voucher; of a copy without its version, status and image address of another voucher. */
export function offerValues(voucher: Voucher, copyId?: string): OfferValues {
  const { title, benefit_type, rules, total_limit } = voucher;
  const values: Record<string, string | null> = {
    voucher: copyId ?? voucher.id,
    expected_version: copyId ? null : voucher.updated_at,
    place: voucher.service_id,
    title,
    benefit_type,
    benefit_value: benefitTyped(voucher),
    rules,
    valid_from: copyId ? null : voucher.valid_from,
    valid_until: copyId ? null : voucher.valid_until,
    starts_at: voucher.starts_at && shortTime(voucher.starts_at),
    ends_at: voucher.ends_at && shortTime(voucher.ends_at),
    total_limit: total_limit === null ? null : String(total_limit),
    per_person_limit: String(voucher.per_person_limit),
    guests_allowed: voucher.guests_allowed ? "on" : null,
    // A file belongs to one voucher: it is deleted with it.
    image_url: copyId ? null : voucher.image_url,
  };
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return { ...Object.fromEntries(given), weekdays: voucher.weekdays.map(String) };
}

function benefitTyped({ benefit_type: type, benefit_value: value }: Voucher): string | null {
  if (value === null) return null;
  return type === "amount" ? priceText(value) : String(value);
}
