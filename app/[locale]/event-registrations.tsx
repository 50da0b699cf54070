import { Download, IdCard } from "lucide";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ProvedDownload } from "@/components/panel/admin/proved-download";
import { Pager } from "@/components/ui/pager";
import { PrintBadges } from "@/components/events/print-batches/print-badges";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { getRegistration, listRegistrations, registrationTotals, type PanelEvent } from "@/lib/events/panel/queries";
import { readRegistrationQuery, registrationSearch, type RegistrationQuery } from "@/lib/events/panel/rules";
import { formatShortMoment } from "@/lib/platform/format";
import { pageCount } from "@/lib/platform/paging";
import { listPrintBatches } from "@/lib/events/print-batches/queries";
import { AddRegistration } from "@/components/events/panel/add-registration";
import { RegistrationDetail } from "@/components/events/panel/registration-detail";
import { RegistrationFilter } from "@/components/events/panel/registration-filter";
import { RegistrationStatusMark } from "@/components/events/panel/registration-status";
import { RegistrationTable } from "@/components/events/panel/registration-table";
import { TypeTotals } from "@/components/events/panel/type-totals";

type Params = Record<string, string | string[] | undefined>;
type Props = {
  event: PanelEvent;
  /** Query of the address; `inscricao` shows one registration. */
  search: Params;
  /** Address of the list: of the panel of the team, or of the console of the organiser. */
  address: string;
  mayContract: boolean;
};

/** The registrations of an event, or one of them. */
export async function EventRegistrations({ event, search, address, mayContract }: Props) {
  const { inscricao } = search;
  if (typeof inscricao !== "string")
    return <All event={event} query={readRegistrationQuery(search)} address={address} />;
  const registration = await getRegistration(event.id, inscricao);
  if (!registration) notFound();
  return <RegistrationDetail event={event} registration={registration} list={address} mayContract={mayContract} />;
}

async function All({ event, query, address }: { event: PanelEvent; query: RegistrationQuery; address: string }) {
  const [{ rows, total }, totals, batches] = await Promise.all([
    listRegistrations(event.id, query),
    registrationTotals(event.id),
    listPrintBatches(event.id, "badges"),
  ]);
  const types = event.event_registration_types;
  return (
    <>
      <TypeTotals types={types} totals={totals} />
      <RegistrationFilter action={address} query={query} types={types} />
      <Rows event={event} rows={rows} address={address} />
      <Pager
        page={query.page}
        last={pageCount(total, query.per)}
        hrefOf={(page) => `${address}${registrationSearch({ ...query, page })}`}
      />
      <PrintBadges event={event.id} types={types} batches={batches} />
      {types.length > 0 && <AddRegistration eventId={event.id} requestId={crypto.randomUUID()} types={types} />}
    </>
  );
}

type Rows = Awaited<ReturnType<typeof listRegistrations>>["rows"];

async function Rows({ event, rows, address }: { event: PanelEvent; rows: Rows; address: string }) {
  const t = await getTranslations("events/panel");
  if (rows.length === 0)
    return (
      <p className="rounded-xl border-2 border-dashed border-line p-8 text-center text-muted">
        {t("registrations.empty")}
      </p>
    );
  const [locale, messages] = [await getLocale(), await getMessages()];
  const nameOf = new Map(event.event_registration_types.map(({ id, name }) => [id, name]));
  const labelOf = new Map(event.event_stands.map(({ id, label }) => [id, label]));
  const table = rows.map((row) => ({
    id: row.id,
    name: row.full_name,
    href: `${address}?inscricao=${row.id}`,
    cells: [
      nameOf.get(row.type_id) ?? "—",
      <RegistrationStatusMark key="status" status={row.status} />,
      row.company ?? "—",
      <span key="places" className="tabular">
        {row.places}
      </span>,
      (row.stand_id && labelOf.get(row.stand_id)) ?? "—",
      row.code,
      formatShortMoment(row.created_at, locale),
    ],
  }));
  const heads = ["name", "type", "status", "company", "places", "stand", "code", "created"] as const;
  return (
    <RegistrationTable
      heads={heads.map((head) => t(`head.${head}`))}
      rows={table}
      texts={messages["events/panel"].bulk}
    />
  );
}

/** Downloads of the filtered list, and the way to the badges; none beside one registration. */
export async function RegistrationExports({ event, search }: Pick<Props, "event" | "search">) {
  if (typeof search.inscricao === "string") return null;
  const t = await getTranslations("events/panel.registrations");
  const query = registrationSearch({ ...readRegistrationQuery(search), page: 1 });
  const exports = ["csv", "xlsx"].map((format) => (
    <Button key={format} asChild variant="outline">
      <ProvedDownload href={`/api/event-registrations/${event.id}/${format}${query}`}>
        <Icon of={Download} /> {t("export", { format: format.toUpperCase() })}
      </ProvedDownload>
    </Button>
  ));
  return (
    <>
      <Button asChild variant="outline">
        <a href="#crachas">
          <Icon of={IdCard} /> {(await getTranslations("events/print-batches"))("button")}
        </a>
      </Button>
      {exports}
    </>
  );
}
