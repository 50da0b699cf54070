import { BadgePercent, CopyCheck, DoorOpen, FileClock, StickyNote, Users } from "lucide";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { registrationSearch, type RegistrationQuery } from "@/lib/events/panel/list/rules";
import type { RegistrationRow } from "@/lib/events/panel/list/schema";
import type { PanelEvent } from "@/lib/events/panel/queries";
import { formatShortMoment } from "@/lib/platform/format";
import { RegistrationStatusMark } from "./registration-status";
import { RegistrationTable } from "./registration-table";

type Props = {
  event: PanelEvent;
  query: RegistrationQuery;
  found: { total: number; rows: readonly RegistrationRow[] };
  /** Address of the list. */
  address: string;
  /** Address where messages are written; null for people who may not. */
  messages: string | null;
};

const platesOf = ({ vehicles }: RegistrationRow) => vehicles.flatMap(({ plate }) => plate ?? []).join(", ");
const carsOf = ({ vehicles }: RegistrationRow) =>
  vehicles.map(({ make, model, year, plate }) => [plate, make, model, year].filter(Boolean).join(" ")).join("; ");

/** The rows of one page of the list, with what can be done with the selected ones. */
export async function RegistrationRows({ event, query, found: { total, rows }, address, messages: writing }: Props) {
  const [t, locale, messages] = [await getTranslations("events/panel"), await getLocale(), await getMessages()];
  const nameOf = new Map(event.event_registration_types.map(({ id, name }) => [id, name]));
  const labelOf = new Map(event.event_stands.map(({ id, label }) => [id, label]));
  const hasStands = rows.some(({ stand_id: stand }) => stand);
  const hasCompanies = rows.some(({ company }) => company);
  const search = registrationSearch(query);
  const table = rows.map((row) => {
    const kind = nameOf.get(row.type_id) ?? "—";
    const paid = row.paid ? t(`paid.${row.paid}`) : "—";
    return {
      id: row.id,
      name: row.full_name,
      href: `${address}${search}${search ? "&" : "?"}inscricao=${row.id}`,
      marks: <Marks row={row} />,
      plate: platesOf(row),
      brief: (
        <>
          <RegistrationStatusMark status={row.status} />
          <span className="min-w-0 truncate">{kind}</span>
          <span className="ml-auto">{paid}</span>
        </>
      ),
      cells: [
        kind,
        <RegistrationStatusMark key="status" status={row.status} />,
        paid,
        carsOf(row) || "—",
        ...(hasCompanies ? [row.company ?? "—"] : []),
        <span key="places" className="tabular">
          {row.places}
        </span>,
        ...(hasStands ? [(row.stand_id && labelOf.get(row.stand_id)) ?? "—"] : []),
        <span key="code" className="tabular">
          {row.code}
        </span>,
        formatShortMoment(row.created_at, locale),
      ],
    };
  });
  const heads = [
    "name",
    "type",
    "status",
    "paid",
    "vehicles",
    ...(hasCompanies ? ["company"] : []),
    "places",
    ...(hasStands ? ["stand"] : []),
    "code",
    "created",
  ] as const;
  return (
    <RegistrationTable
      // Another filter or page has a selection of its own.
      key={search}
      heads={heads.map((head) => t(`head.${head as "name"}`))}
      rows={table}
      total={total}
      empty={t("registrations.empty")}
      target={{ event: event.id, search: registrationSearch({ ...query, page: 1 }), locale, messages: writing }}
      texts={{ ...messages["events/panel"].bulk, sizes: messages["events/print-batches"].sizes }}
    />
  );
}

/** Marks beside a name: a possible duplicate, internal notes, documents with work left, an entry. */
async function Marks({ row }: { row: RegistrationRow }) {
  const t = await getTranslations("events/panel");
  const papers = row.documents?.find((state) => state !== "complete");
  const marks = [
    [row.is_duplicate, CopyCheck, "text-faixa-text", t("mark.duplicate")],
    [row.notes > 0, StickyNote, "text-link", t("mark.note")],
    [papers, FileClock, "text-danger", `${t("filter.documents")}: ${t(`papers.${papers ?? "complete"}`)}`],
    [row.is_in_order, Users, "text-link", t("mark.order")],
    [row.half_price, BadgePercent, "text-link", t(row.half_price_checked ? "mark.halfSeen" : "mark.half")],
    [row.has_entered, DoorOpen, "text-rota-text", t("mark.entered")],
  ] as const;
  const shown = marks.filter(([isShown]) => isShown);
  if (shown.length === 0) return null;
  return (
    <span className="flex shrink-0 gap-1">
      {shown.map(([, icon, colour, label]) => (
        <span key={label} title={label} className="inline-flex">
          <Icon of={icon} label={label} className={`size-4 ${colour}`} />
        </span>
      ))}
    </span>
  );
}
