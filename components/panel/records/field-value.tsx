import type { Field } from "@/lib/panel/admin/resource";
import { asText, NEVER } from "@/lib/panel/admin/rules";
import type { Labels } from "@/lib/panel/record-labels/rules";
import {
  formatDate,
  formatMoney,
  formatNumber,
  formatShortMoment,
  formatTimestamp,
  formatWeekday,
} from "@/lib/platform/format";
import { WEEKDAYS } from "@/lib/platform/supabase/database-constants/partners";

type FieldValueProps = {
  field: Field | undefined;
  name: string;
  value: unknown;
  title?: string;
  labels: Labels;
  locale: string;
  mark?: string;
  /** Time zone of the moments of an event. */
  timeZone?: string;
};

const STATUS_LOOK: Record<string, string> = {
  published: "border-rota text-rota-text",
  approved: "border-rota text-rota-text",
  draft: "border-line text-muted",
  pending: "border-faixa text-faixa-text",
  received: "border-faixa text-faixa-text",
  to_confirm: "border-faixa text-faixa-text",
  scheduled: "border-primary text-link",
};

const isStamp = (name: string, field: Field | undefined) => field?.kind === "datetime" || name.endsWith("_at");

/** The text of a list item, made of its first two fields. */
function itemText(field: Field | undefined, item: Record<string, unknown> | null, labels: Labels): string {
  const fields = field?.rows?.fields ?? field?.items ?? [];
  const parts = fields
    .slice(0, 2)
    .map(({ name, kind }) => (kind === "choice" ? labels.option(name, asText(item?.[name])) : asText(item?.[name])));
  return parts.filter(Boolean).join(" · ") || "…";
}

/** One value of a row as text; an empty value is a dash. */
export function fieldText({ field, name, value, title, labels, locale, timeZone }: FieldValueProps): string {
  if (value === null || value === undefined || value === "" || value === NEVER) return "—";
  if (title !== undefined) return title;
  if (typeof value === "object" && Object.keys(value).length === 0) return "—";
  if (field?.kind === "boolean") return labels.option("boolean", asText(value));
  if (field?.kind === "choice") return labels.option(name, asText(value));
  if (field?.kind === "date") return formatDate(value as string, locale);
  if (timeZone && field?.kind === "datetime")
    return formatTimestamp(value as string, locale, { dateStyle: "short", timeStyle: "short", timeZone });
  if (isStamp(name, field)) return formatShortMoment(value as string, locale);
  if (field?.isPrice) return formatMoney((value as number) * 100, locale);
  if (field?.kind === "number" && name !== "ibge_code") return formatNumber(value as number, locale);
  if (field?.kind === "cents") return formatMoney(value as number, locale);
  if (Array.isArray(value))
    return (
      value
        .map((one: unknown) =>
          typeof one === "object"
            ? itemText(field, one as Record<string, unknown> | null, labels)
            : labels.option(name, asText(one)),
        )
        .join(", ") || "—"
    );
  return dataText(field, value, labels, locale) ?? asText(value);
}

/** A position, a week of opening hours or the attributes of a place in words; null for other values. */
function dataText(field: Field | undefined, value: unknown, labels: Labels, locale: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  const data = value as Record<string, unknown>;
  if (field?.kind === "coordinates") return `${asText(data.lat)}, ${asText(data.lng)}`;
  if (field?.kind === "hours")
    return WEEKDAYS.flatMap((day, index) =>
      Array.isArray(data[day])
        ? [`${formatWeekday(index, locale)} ${(data[day] as string[][]).map((span) => span.join("–")).join(", ")}`]
        : [],
    ).join("; ");
  if (field?.kind !== "attributes") return null;
  const { makes = [], ...others } = data;
  const names = Object.keys(others).filter((name) => others[name] === true);
  return [...names.map((name) => labels.option("attributes", name)), ...(makes as string[])].join(", ") || "—";
}

/** One value of a row in a list or a comparison. */
export function FieldValue(props: FieldValueProps) {
  const text = fieldText(props);
  if (props.name === "status") {
    return (
      <span
        className={`inline-block whitespace-nowrap rounded-md border-2 px-2 py-0.5 text-sm ${STATUS_LOOK[asText(props.value)] ?? "border-line"}`}
      >
        {text}
      </span>
    );
  }
  if (props.mark) {
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {text} <span className="rounded-md border-2 border-faixa px-1.5 text-sm text-faixa-text">{props.mark}</span>
      </span>
    );
  }
  return <span className={props.field?.kind === "number" ? "tabular" : undefined}>{text}</span>;
}
