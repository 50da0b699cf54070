import { choicesOf } from "./labels";
import { Download, Map, Merge, Plus, Trash2 } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Resource } from "@/lib/panel/admin/resource";
import {
  duplicatesAddress,
  hasCheckDate,
  isOld,
  isPlaced,
  listAddress,
  NEVER,
  pageOf,
  type ListQuery,
} from "@/lib/panel/admin/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { eventZone } from "@/lib/panel/admin/rules";
import { FieldValue } from "./field-value";
import { ImportDialog } from "./import-dialog";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import { RecordFilters, type FilterChoices } from "./record-filters";
import { RecordMap, type PlacedRow } from "./record-map";
import { Pager } from "@/components/ui/pager";
import { pageCount } from "@/lib/platform/paging";
import { RecordTable, type TableRow } from "./record-table";
import { RecordTabs } from "./record-tabs";
import { SavedViews } from "./saved-views";

type Row = Record<string, unknown>;

export type RecordListProps = {
  resource: Resource;
  tabs: readonly Resource[];
  query: ListQuery;
  rows: readonly Row[];
  total: number;
  titles: Record<string, Record<string, string>>;
  choices: FilterChoices;
  views: { id: string; name: string; query: string }[];
  /** Number of similar pairs; null for resources without a search for duplicates. */
  duplicates: number | null;
  /** Positions of the rows on this page, when the map is shown. */
  places: readonly PlacedRow[];
  /** Content for this resource only, above its rows. */
  above?: ReactNode;
};

const AWAY = "inline-flex min-h-11 w-fit items-center gap-2 text-link underline underline-offset-4";

/** The list of a resource: tabs, search, filters, rows with bulk actions, pages. Everything except the selection works without JavaScript. */
export async function RecordList(props: RecordListProps) {
  const { resource, query, tabs, total, views, duplicates } = props;
  const t = await getTranslations("panel/records");
  const locale = await getLocale();
  const to = (changes: Record<string, string | number>) => localePath(locale, listAddress(resource, query, changes));
  const pageAddress = (page: number) => to({ page: page > 1 ? page : "" });
  return (
    <main id="conteudo" className="grid content-start gap-4 p-4 sm:p-6">
      <header className="flex flex-wrap items-end gap-3">
        <div className="mr-auto">
          <h1 className="display-2">{labelsOf(t).many(resource.key)}</h1>
          <p className="text-muted tabular">{t("list.total", { count: total })}</p>
          {duplicates !== null && (
            <Link
              href={localePath(locale, duplicatesAddress(resource))}
              className="inline-flex min-h-11 items-center gap-2 text-link underline underline-offset-4"
            >
              <Icon of={Merge} className="size-5" /> {t("duplicates.link", { count: duplicates })}
            </Link>
          )}
        </div>
        <Button asChild variant="outline">
          <a
            href={localePath(locale, listAddress(resource, query, { page: "" }).replace("/admin/", "/admin/exportar/"))}
            download
          >
            <Icon of={Download} /> {t("list.export", { count: total })}
          </a>
        </Button>
        {resource.fields.some(({ readOnly }) => !readOnly) && (
          <ImportDialog
            resource={{ key: resource.key, fields: resource.fields, idColumn: resource.idColumn }}
            template={localePath(locale, `/admin/exportar/${resource.path}?modelo=1`)}
          />
        )}
        {resource.canCreate && (
          <Button asChild>
            <Link href={localePath(locale, `/admin/${resource.path}/novo`)}>
              <Icon of={Plus} /> {t("list.add")}
            </Link>
          </Button>
        )}
      </header>
      <RecordTabs tabs={tabs} current={resource} />
      {props.above}
      <RecordFilters resource={resource} query={query} choices={props.choices} />
      <SavedViews
        resource={resource.key}
        views={views}
        current={listAddress(resource, query).split("?")[1] ?? ""}
        base={localePath(locale, `/admin/${resource.path}`)}
      />
      <p className="flex flex-wrap gap-x-5 empty:hidden">
        {isPlaced(resource) && (
          <Link href={to({ map: query.map ? "" : 1 })} className={AWAY}>
            <Icon of={Map} className="size-5" /> {t(query.map ? "list.leaveMap" : "list.openMap")}
          </Link>
        )}
        {resource.hasTrash && (
          <Link href={to({ trash: query.trash ? "" : 1, page: "" })} className={AWAY}>
            <Icon of={Trash2} className="size-5" /> {t(query.trash ? "list.leaveTrash" : "list.openTrash")}
          </Link>
        )}
      </p>
      {query.map && <RecordMap state={query.filters.state_abbr} places={props.places} rows={props.rows.length} />}
      <Rows {...props} />
      <Pager page={query.page} last={pageCount(total, query.per)} hrefOf={pageAddress} />
    </main>
  );
}

async function Rows({ resource, query, rows, titles }: RecordListProps) {
  const t = await getTranslations("panel/records");
  const labels = labelsOf(t);
  const locale = await getLocale();
  const columns = query.columns.filter((name) => name !== resource.titleColumn);
  const now = new Date();
  const table: TableRow[] = rows.map((row) => {
    const page = pageOf(resource, row);
    return {
      id: String(row[resource.idColumn]),
      title: String(row[resource.titleColumn]),
      href: localePath(locale, `/admin/${resource.path}/${encodeURIComponent(String(row[resource.idColumn]))}`),
      page: page && localePath(locale, page),
      cells: columns.map((name) => (
        <FieldValue
          key={name}
          name={name}
          field={resource.fields.find((field) => field.name === name)}
          value={row[name]}
          title={titles[name]?.[String(row[name])]}
          labels={labels}
          locale={locale}
          timeZone={eventZone(resource.key, row)}
          mark={
            name === resource.checked && isOld(row[name], now)
              ? t(row[name] === NEVER ? "list.neverMark" : "list.oldMark")
              : undefined
          }
        />
      )),
    };
  });
  const sets = resource.fields
    .filter(
      ({ name, kind, readOnly }) =>
        !readOnly && (name === "status" || (kind === "boolean" && resource.columns.includes(name))),
    )
    .flatMap((field) =>
      choicesOf(field, labels).map(({ value, label }) => ({
        field: field.name,
        value: field.kind === "boolean" ? value === "true" : value,
        label: `${labels.field(field.name)}: ${label}`,
      })),
    );
  const sorted = (name: string) =>
    query.sort === name ? (query.ascending ? ("ascending" as const) : ("descending" as const)) : undefined;
  const heads = [resource.titleColumn, ...columns].map((name) => ({
    name,
    label: labels.field(name),
    sort: sorted(name),
    href: localePath(
      locale,
      listAddress(resource, query, { sort: query.sort === name && query.ascending ? `-${name}` : name, page: "" }),
    ),
  }));
  if (rows.length === 0) {
    return (
      <p className="rounded-xl border-2 border-dashed border-line p-8 text-center text-muted">
        {t(
          query.trash
            ? "list.emptyTrash"
            : query.q || Object.keys(query.filters).length > 0 || query.missing || query.old
              ? "list.nothingFound"
              : "list.empty",
        )}
      </p>
    );
  }
  return (
    <RecordTable
      resource={resource.key}
      heads={heads}
      rows={table}
      sets={sets}
      inTrash={query.trash}
      hasTrash={resource.hasTrash}
      canDelete={resource.canDelete}
      hasCheckDate={hasCheckDate(resource.fields)}
    />
  );
}
