import { ArrowLeft, Search } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LabelledSelect } from "@/components/ui/labelled-select";
import type { Children, Duplicate, DuplicateCount } from "@/lib/panel/admin/duplicates";
import type { Resource } from "@/lib/panel/admin/resource";
import { duplicatesAddress, isOnSite, pageOf, type DuplicateQuery } from "@/lib/panel/admin/rules";
import { formatMetres, formatPercent } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { DuplicatePair, type Fact, type Side } from "./duplicate-pair";
import { FieldValue, fieldText } from "./field-value";
import { labelsOf } from "@/lib/panel/record-labels/rules";

type Row = Record<string, unknown>;

type DuplicateListProps = {
  resource: Resource;
  query: DuplicateQuery;
  counts: readonly DuplicateCount[];
  pairs: readonly Duplicate[];
  titles: Record<string, Record<string, string>>;
  compared: readonly string[];
  pictures: readonly string[];
  childrenOf: ReadonlyMap<string, Children>;
};

const PAIRS = 50;

/** Rows of a resource that look alike, in pairs. */
export async function DuplicateList(props: DuplicateListProps) {
  const { resource, query, counts, pairs } = props;
  const t = await getTranslations("panel/records");
  const locale = await getLocale();
  const name = labelsOf(t).many(resource.key);
  const ofState = counts.filter(({ state }) => !query.state || state === query.state);
  const total = (view: "waiting" | "dismissed") => ofState.reduce((sum, count) => sum + count[view], 0);
  const shown = total(query.dismissed ? "dismissed" : "waiting");
  return (
    <main id="conteudo" className="grid content-start gap-4 p-4 sm:p-6">
      <header className="flex items-start gap-3">
        <Link
          href={localePath(locale, `/admin/${resource.path}`)}
          className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-raised"
        >
          <Icon of={ArrowLeft} className="size-6" label={name} />
        </Link>
        <div>
          <h1 id="repetidos" tabIndex={-1} className="display-2 outline-none">
            {t("duplicates.title", { name })}
          </h1>
          <p className="text-muted tabular">
            {t(query.dismissed ? "duplicates.dismissedCount" : "duplicates.count", { count: shown })}
          </p>
        </div>
      </header>
      <p className="max-w-prose">
        {resource.duplicates?.metres
          ? t("duplicates.leadPlaces", { distance: formatMetres(resource.duplicates.metres, locale) })
          : t("duplicates.lead")}
      </p>
      <Toolbar {...props} />
      {(query.dismissed || total("dismissed") > 0) && (
        <Link
          href={localePath(locale, duplicatesAddress(resource, { state: query.state, dismissed: !query.dismissed }))}
          className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4"
        >
          {query.dismissed ? t("duplicates.showWaiting") : t("duplicates.showDismissed", { count: total("dismissed") })}
        </Link>
      )}
      {pairs.length === 0 && (
        <p className="rounded-xl border-2 border-dashed border-line p-8 text-center text-muted">
          {t(query.dismissed ? "duplicates.noneDismissed" : "duplicates.none")}
        </p>
      )}
      {shown > PAIRS && <p className="text-muted">{t("duplicates.first", { count: PAIRS })}</p>}
      <Pairs {...props} />
    </main>
  );
}

async function Toolbar({ resource, query, counts }: DuplicateListProps) {
  const t = await getTranslations("panel/records");
  const locale = await getLocale();
  const view = query.dismissed ? "dismissed" : "waiting";
  const states = counts.filter((count) => count[view] > 0 || count.state === query.state);
  if (states.length < 2 && !query.state) return null;
  return (
    <form
      action={localePath(locale, duplicatesAddress(resource))}
      className="flex flex-wrap items-end gap-3 rounded-xl border border-line bg-surface p-3"
    >
      {query.dismissed && <input type="hidden" name="dispensados" value="1" />}
      <LabelledSelect
        name="state_abbr"
        label={labelsOf(t).field("state_abbr")}
        value={query.state}
        options={states.map(({ state, ...count }) => [state, `${state} · ${count[view]}`])}
        all={t("list.all")}
        width="sm:w-52"
      />
      <Button type="submit" variant="outline">
        <Icon of={Search} /> {t("list.apply")}
      </Button>
    </form>
  );
}

async function Pairs({ resource, query, pairs, titles, compared, pictures, childrenOf }: DuplicateListProps) {
  const t = await getTranslations("panel/records");
  const labels = labelsOf(t);
  const locale = await getLocale();
  const idOf = (row: Row) => String(row[resource.idColumn]);
  const sideOf = (row: Row): Side => {
    const page = pageOf(resource, row);
    return {
      id: idOf(row),
      title: String(row[resource.titleColumn]),
      edit: localePath(locale, `/admin/${resource.path}/${idOf(row)}`),
      page: page && localePath(locale, page),
      isOnSite: isOnSite(row),
    };
  };
  const valueOf = (name: string, row: Row) => ({
    name,
    field: resource.fields.find((field) => field.name === name),
    value: row[name],
    title: titles[name]?.[String(row[name])],
    labels,
    locale,
  });
  const picturesOf = (row: Row) => String(pictures.flatMap((name) => row[name] ?? []).length);
  const linked = (row: Row) =>
    (childrenOf.get(idOf(row)) ?? [])
      .map(
        ({ table, total }) =>
          `${total} ${t.has(`duplicates.tables.${table}` as "duplicates.none") ? t(`duplicates.tables.${table}` as "duplicates.none") : table}`,
      )
      .join(", ") || "—";
  const plain = (label: string, [first, second]: readonly [Row, Row], text: (row: Row) => string): Fact => ({
    label,
    values: [text(first), text(second)],
    isSame: text(first) === text(second),
  });
  const factsOf = (rows: readonly [Row, Row]): Fact[] => [
    ...compared
      .filter((name) => rows.some((row) => fieldText(valueOf(name, row)) !== "—"))
      .map((name) => ({
        label: labels.field(name),
        values: [
          <FieldValue key={name} {...valueOf(name, rows[0])} />,
          <FieldValue key={name} {...valueOf(name, rows[1])} />,
        ] as const,
        isSame: rows[0][name] === rows[1][name],
      })),
    ...(pictures.length > 0 ? [plain(t("duplicates.pictures"), rows, picturesOf)] : []),
    plain(t("duplicates.linked"), rows, linked),
  ];
  return pairs.map(({ likeness, metres, rows }) => {
    const sides = [sideOf(rows[0]), sideOf(rows[1])] as const;
    const alike = t("duplicates.alike", { percent: formatPercent(likeness, locale) });
    return (
      <DuplicatePair
        key={`${sides[0].id}/${sides[1].id}`}
        resource={resource.key}
        sides={sides}
        facts={factsOf(rows)}
        summary={
          metres === null
            ? alike
            : `${alike} · ${t("duplicates.apart", { distance: formatMetres(Math.round(metres), locale) })}`
        }
        isDismissed={query.dismissed}
        hasAddress={resource.page?.includes("{slug}") ?? false}
      />
    );
  });
}
