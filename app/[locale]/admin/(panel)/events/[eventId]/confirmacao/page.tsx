import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { ConfirmationRound } from "@/components/events/panel/confirmation-round";
import { EventLinks } from "@/components/events/panel/event-links";
import { FinalList } from "@/components/events/panel/final-list";
import { Button } from "@/components/ui/button";
import { exportRegistrations, type ExportRow } from "@/lib/events/panel/list/queries";
import { getPanelEvent, registrationTotals, type PanelEvent } from "@/lib/events/panel/queries";
import { FINAL_LISTS, groupsOfList } from "@/lib/events/panel/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPathWith } from "@/lib/platform/paths";
import { eventTabTitle } from "../../tab-title";

type Props = {
  params: Promise<{ eventId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("events/panel.round");
  return { title: await eventTabTitle((await params).eventId, t("title")), robots: { index: false } };
}

/** The round of confirmations before an event; `?lista=` shows a list to print. */
export default async function EventConfirmationPage({ params, searchParams }: Props) {
  const { eventId } = await params;
  const account = await requireAccount(panelPathWith("event_confirmation", { eventId }));
  const [event, { lista }] = [await getPanelEvent(eventId), await searchParams];
  if (!event) notFound();
  const [t, locale] = [await getTranslations("events/panel"), await getLocale()];
  const list = FINAL_LISTS.find((one) => one === lista);
  const address = localePath(locale, panelPathWith("event_confirmation", { eventId }));
  const actions = FINAL_LISTS.map((one) => (
    <Button key={one} asChild variant="outline" data-print="hide">
      <Link href={`${address}?lista=${one}`}>{t(`lists.${one}`)}</Link>
    </Button>
  ));
  return (
    <AdminShell account={account}>
      <SystemPage title={t("round.title")} lead={event.title} actions={actions}>
        <div className="min-w-0" data-print="hide">
          <EventLinks eventId={eventId} current="event_confirmation" />
        </div>
        {list ? (
          <Printed event={event} kind={list} />
        ) : (
          <ConfirmationRound event={event} totals={await registrationTotals(eventId)} />
        )}
      </SystemPage>
    </AdminShell>
  );
}

async function Printed({ event, kind }: { event: PanelEvent; kind: (typeof FINAL_LISTS)[number] }) {
  const rows: ExportRow[] = [];
  for await (const step of exportRegistrations(event.id, { status: "confirmed" })) rows.push(...step);
  const names = new Map(event.event_registration_types.map(({ id, name }) => [id, name]));
  return <FinalList kind={kind} title={event.title} groups={groupsOfList(kind, rows, names)} />;
}
