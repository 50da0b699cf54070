import { notFound, redirect } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { Metadata } from "next";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { DuplicateList } from "@/components/panel/records/duplicate-list";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import { EventCalendar } from "@/components/events/panel/event-calendar";
import { SendingQueue } from "@/components/garage/reminders/sending-queue";
import { RecordList } from "@/components/panel/records/record-list";
import { RecordPage } from "@/components/panel/records/record-page";
import { comparedColumns, countChildren, countDuplicates, listDuplicates } from "@/lib/panel/admin/duplicates";
import { filterChoices, getRow, listRows, listSavedViews, listTrail, referenceTitles } from "@/lib/panel/admin/queries";
import { titleOfRow } from "@/lib/panel/admin/row-queries";
import { listPositions } from "@/lib/panel/admin/positions";
import { findRecord, firstBelow, tabsOf, type RecordAddress } from "@/lib/panel/admin/registry";
import type { Resource } from "@/lib/panel/admin/resource";
import {
  emptyValues,
  formValues,
  listAddress,
  pageOf,
  readDuplicateQuery,
  readListQuery,
} from "@/lib/panel/admin/rules";
import { listMonthEvents } from "@/lib/events/panel/queries";
import { monthOf } from "@/lib/events/panel/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { brazilianDay } from "@/lib/platform/dates";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { localePath } from "@/lib/platform/i18n/routing";
import { isSubmittedForm } from "@/lib/platform/paging";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getReminderQueue } from "@/lib/garage/reminders/queries";
import { aboveForm } from "./above-form";
import { aboveRows } from "./above-rows";

type Props = {
  params: Promise<{ record: string[] }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The record page of an address; a page that consists only of tabs shows the first tab. */
function recordAt(segments: readonly string[]): RecordAddress | null {
  const below = firstBelow(segments);
  return findRecord(segments) ?? (below && { resource: below, mode: "list" });
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = recordAt((await params).record);
  return { title: `${await titleOf(found)} | LACAMBECHE`, robots: { index: false } };
}

/** Title of the tab: of a record its own name before that of the list. */
async function titleOf(found: RecordAddress | null): Promise<string> {
  if (!found) return (await getTranslations("panel/admin"))("title");
  const t = await getTranslations("panel/records");
  const many = labelsOf(t).many(found.resource.key);
  if (found.mode === "duplicates") return t("duplicates.title", { name: many });
  if (found.mode === "new") return `${labelsOf(t).add(found.resource.key)} · ${many}`;
  const title = found.mode === "edit" ? await titleOfRow(found.resource, found.id) : null;
  return title ? `${title} · ${many}` : many;
}

/** Every declared resource: its list, the form of a new row, one row with its history; other admin pages are placeholders. */
export default async function RecordsPage({ params, searchParams }: Props) {
  const segments = (await params).record.map((segment) => decodeURIComponent(segment));
  const path = `/admin/${segments.join("/")}`;
  const found = recordAt(segments);
  const account = await requireAccount(path);
  if (!found) notFound();
  const messages = await getMessages();
  return (
    <AdminShell account={account}>
      <NextIntlClientProvider messages={{ "panel/records": messages["panel/records"], "geo/map": messages["geo/map"] }}>
        {found.mode === "list" && <List resource={found.resource} params={await searchParams} account={account} />}
        {found.mode === "duplicates" && <Duplicates resource={found.resource} params={await searchParams} />}
        {found.mode === "new" &&
          (found.resource.canCreate ? <Form resource={found.resource} id={null} account={account} /> : notFound())}
        {found.mode === "edit" && <Form resource={found.resource} id={found.id} account={account} />}
      </NextIntlClientProvider>
    </AdminShell>
  );
}

type ListProps = {
  resource: Resource;
  params: Record<string, string | string[] | undefined>;
  account: Parameters<typeof hasPermission>[0];
};

async function Calendar({ month: given }: { month: unknown }) {
  const today = brazilianDay(Date.now());
  const month = monthOf(given, today);
  return <EventCalendar month={month} today={today} events={await listMonthEvents(month)} />;
}

async function List({ resource, params, account }: ListProps) {
  if (resource.key === "events" && params.ver === "calendario") return <Calendar month={params.mes} />;
  if (resource.key === "reminder_presets" && params.ver === "envios")
    return <SendingQueue queue={await getReminderQueue(await createSessionClient())} />;
  const query = readListQuery(resource, params);
  if (isSubmittedForm(params)) redirect(localePath(await getLocale(), listAddress(resource, query)));
  const [{ rows, total }, choices, views, pairs] = await Promise.all([
    listRows(resource, query),
    filterChoices(resource),
    listSavedViews(resource),
    resource.duplicates ? countDuplicates(resource) : null,
  ]);
  const duplicates = pairs && pairs.reduce((sum, { waiting }) => sum + waiting, 0);
  const shown = resource.fields.filter(({ name }) => query.columns.includes(name));
  const tabs = tabsOf(resource).filter(({ permission }) => hasPermission(account, permission));
  const [titles, places, extra] = await Promise.all([
    referenceTitles(shown, rows),
    query.map ? listPositions(resource, rows) : [],
    query.trash ? null : aboveRows(resource.key, account, params),
  ]);
  return (
    <RecordList
      resource={resource}
      tabs={tabs}
      query={query}
      rows={rows}
      total={total}
      titles={titles}
      choices={choices}
      views={views}
      duplicates={duplicates}
      places={places}
      above={extra}
    />
  );
}

async function Duplicates({ resource, params }: Pick<ListProps, "resource" | "params">) {
  const query = readDuplicateQuery(params);
  const [counts, pairs] = await Promise.all([countDuplicates(resource), listDuplicates(resource, query)]);
  const rows = pairs.flatMap((pair) => pair.rows);
  const { compared, pictures } = comparedColumns(resource);
  const fields = resource.fields.filter(({ name }) => compared.includes(name));
  const [titles, childrenOf] = await Promise.all([
    referenceTitles(fields, rows),
    countChildren(
      resource,
      rows.map((row) => String(row[resource.idColumn])),
    ),
  ]);
  return (
    <DuplicateList
      resource={resource}
      query={query}
      counts={counts}
      pairs={pairs}
      titles={titles}
      compared={compared}
      pictures={pictures}
      childrenOf={childrenOf}
    />
  );
}

async function Form({ resource, id, account }: Omit<ListProps, "params"> & { id: string | null }) {
  const row = id ? await getRow(resource, id) : null;
  if (id && !row) notFound();
  const locale = await getLocale();
  if (id && resource.form) redirect(localePath(locale, `/admin/${resource.path}/${id}/${resource.form}`));
  const values = row ? formValues(resource.fields, row) : emptyValues(resource.fields);
  const children = resource.fields.filter(({ kind }) => kind === "rows");
  const trail = id ? await listTrail(resource, id) : [];
  // The history names what the row pointed to earlier too.
  const versions = trail.flatMap(({ before, after }) => [before ?? {}, after ?? {}]);
  const titles = row
    ? Object.assign(
        await referenceTitles(resource.fields, [row, ...versions]),
        ...(await Promise.all(
          children.map((field) => referenceTitles(field.rows!.fields, row[field.name] as Record<string, unknown>[])),
        )),
      )
    : {};
  const page = row && pageOf(resource, row);
  return (
    <RecordPage
      resource={resource}
      id={id}
      title={row ? String(row[resource.titleColumn]) : null}
      version={row ? String(row.updated_at) : null}
      deletedAt={row && typeof row.deleted_at === "string" ? row.deleted_at : null}
      values={values}
      titles={titles}
      page={page && localePath(locale, page)}
      trail={trail}
      above={id && (await aboveForm(resource.key, id, account))}
    />
  );
}
