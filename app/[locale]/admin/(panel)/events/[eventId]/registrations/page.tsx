import { Download, IdCard } from "lucide";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ProvedDownload } from "@/components/panel/admin/proved-download";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { Pager } from "@/components/ui/pager";
import { SystemPage } from "@/components/ui/system-page";
import { AddRegistration } from "@/components/events/panel/add-registration";
import { EventLinks } from "@/components/events/panel/event-links";
import { RegistrationDetail } from "@/components/events/panel/registration-detail";
import { RegistrationFilter } from "@/components/events/panel/registration-filter";
import { RegistrationStatusMark } from "@/components/events/panel/registration-status";
import { RegistrationTable } from "@/components/events/panel/registration-table";
import { TypeTotals } from "@/components/events/panel/type-totals";
import { PrintBadges } from "@/components/events/print-batches/print-badges";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import {
  getPanelEvent,
  getRegistration,
  listRegistrations,
  registrationTotals,
  type PanelEvent,
} from "@/lib/events/panel/queries";
import { readRegistrationQuery, registrationSearch, type RegistrationQuery } from "@/lib/events/panel/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { formatShortMoment } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageCount } from "@/lib/platform/paging";
import { panelPathWith } from "@/lib/platform/paths";
import { listPrintBatches } from "@/lib/events/print-batches/queries";
import { eventTabTitle } from "../../tab-title";

type Params = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ eventId: string }>; searchParams: Promise<Params> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("events/panel.registrations");
  return { title: await eventTabTitle((await params).eventId, t("title")), robots: { index: false } };
}

/** The registrations of one event; `?inscricao=` shows one of them. */
export default async function EventRegistrationsPage({ params, searchParams }: Props) {
  const { eventId } = await params;
  const account = await requireAccount(panelPathWith("event_registrations", { eventId }));
  const [event, given] = [await getPanelEvent(eventId), await searchParams];
  if (!event) notFound();
  const t = await getTranslations("events/panel.registrations");
  const isOne = typeof given.inscricao === "string";
  return (
    <AdminShell account={account}>
      <SystemPage
        title={t("title")}
        lead={event.title}
        actions={isOne ? null : <Exports event={event} given={given} />}
      >
        <EventLinks eventId={eventId} current="event_registrations" />
        {isOne ? (
          <One event={event} id={given.inscricao as string} mayContract={hasPermission(account, "event_contracts")} />
        ) : (
          <All event={event} query={readRegistrationQuery(given)} />
        )}
      </SystemPage>
    </AdminShell>
  );
}

async function One({ event, id, mayContract }: { event: PanelEvent; id: string; mayContract: boolean }) {
  const registration = await getRegistration(event.id, id);
  if (!registration) notFound();
  return <RegistrationDetail event={event} registration={registration} mayContract={mayContract} />;
}

async function All({ event, query }: { event: PanelEvent; query: RegistrationQuery }) {
  const locale = await getLocale();
  const address = localePath(locale, panelPathWith("event_registrations", { eventId: event.id }));
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

async function Exports({ event, given }: { event: PanelEvent; given: Params }) {
  const t = await getTranslations("events/panel.registrations");
  const search = registrationSearch({ ...readRegistrationQuery(given), page: 1 });
  const exports = ["csv", "xlsx"].map((format) => (
    <Button key={format} asChild variant="outline">
      <ProvedDownload href={`/api/event-registrations/${event.id}/${format}${search}`}>
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
