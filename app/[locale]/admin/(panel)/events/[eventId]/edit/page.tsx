import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { RecordPage } from "@/components/panel/records/record-page";
import { BadgePreview } from "@/components/events/panel/badge-preview";
import { CertificateLinks } from "@/components/events/panel/certificate-links";
import { DuplicateEvent } from "@/components/events/panel/duplicate-event";
import { EditTabs } from "@/components/events/panel/edit-tabs";
import { EventStatus } from "@/components/events/panel/event-status";
import { EventTeam } from "@/components/events/panel/event-team";
import { EventLinks } from "@/components/events/panel/event-links";
import { MovedWithForm } from "@/components/events/panel/moved-with-form";
import { EventPageEditor } from "@/app/[locale]/event-page-editor";
import { EventAutomaticMessages, EventMessages } from "@/app/[locale]/event-messages";
import { getRow, listTrail, referenceTitles } from "@/lib/panel/admin/queries";
import { events } from "@/lib/panel/admin/resources/events";
import { eventZone, formValues, pageOf } from "@/lib/panel/admin/rules";
import { getBadgeSample, getEventTeam, getPanelEvent, readEventDates } from "@/lib/events/panel/queries";
import { announcesDates, editTab, fieldsOfTab, type EditTab } from "@/lib/events/panel/rules";
import { readSavedEvent } from "@/lib/events/publishing/queries";
import type { Account } from "@/lib/platform/auth/account";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { TIME_ZONE } from "@/lib/platform/dates";
import { localePath } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { panelPathWith } from "@/lib/platform/paths";
import { siteUrl } from "@/lib/platform/site-url";
import { qrImage } from "../../../../../(plain)/pix-payments";
import { eventTabTitle } from "../../tab-title";

type Props = {
  params: Promise<{ eventId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("events/panel.edit");
  return { title: await eventTabTitle((await params).eventId, t("title")), robots: { index: false } };
}

async function team(eventId: string, account: Account) {
  const found = await getEventTeam(eventId);
  return (
    found && (
      <EventTeam
        eventId={eventId}
        team={found}
        now={Date.now()}
        mayCheckIn={hasPermission(account, "event_checkin")}
        mayRevokeDevices={hasPermission(account, "event_checkin_usage")}
      />
    )
  );
}

/** Content of a tab above the fields of its form. */
async function aboveFields(tab: EditTab, eventId: string, account: Account) {
  if (tab === "crachas")
    return <BadgePreview eventId={eventId} badge={await getBadgeSample(eventId)} qr={await qrImage(siteUrl())} />;
  if (tab === "certificados")
    return (
      <CertificateLinks
        eventId={eventId}
        mayIssue={hasPermission(account, "certificates")}
        mayDesign={hasPermission(account, "certificate_templates")}
      />
    );
  return null;
}

/** Messages that the team writes, or with `?ver=automaticas` those that the portal sends by itself. */
async function messages(eventId: string, search: Awaited<Props["searchParams"]>) {
  const event = await getPanelEvent(eventId);
  if (!event) return null;
  const address = `${localePath(await getLocale(), panelPathWith("event_edit", { eventId }))}?aba=mensagens`;
  if (search.ver === "automaticas") return <EventAutomaticMessages event={event} address={address} />;
  return <EventMessages event={event} address={address} search={search} />;
}

/** The checklist and form that organisers have. */
async function organiserForm(eventId: string, step: unknown) {
  const event = await readSavedEvent(await createSessionClient(), eventId);
  const path = `${panelPathWith("event_edit", { eventId })}?aba=formulario`;
  return event && <EventPageEditor event={event} path={path} step={step} />;
}

/** The form of one event, with a tab for each part. */
export default async function EventEditPage({ params, searchParams }: Props) {
  const { eventId } = await params;
  const account = await requireAccount(`/admin/events/${eventId}/edit`);
  const row = await getRow(events, eventId);
  if (!row) notFound();
  const [locale, texts, given] = [await getLocale(), await getMessages(), await searchParams];
  const tab = editTab(given.aba);
  const status = String(row.status);
  const fields = fieldsOfTab(events.fields, tab).filter(
    ({ name }) => !announcesDates(status) || !["starts_at", "ends_at"].includes(name),
  );
  const page = pageOf(events, row);
  const [dates, trail] = [await readEventDates(eventId), await listTrail(events, eventId)];
  // The history names what the event pointed to earlier too.
  const versions = trail.flatMap(({ before, after }) => [before ?? {}, after ?? {}]);
  return (
    <AdminShell account={account}>
      <NextIntlClientProvider messages={{ "panel/records": texts["panel/records"], "geo/map": texts["geo/map"] }}>
        <RecordPage
          resource={{ ...events, fields }}
          id={eventId}
          title={String(row.title)}
          version={String(row.updated_at)}
          deletedAt={typeof row.deleted_at === "string" ? row.deleted_at : null}
          values={formValues(fields, row)}
          titles={await referenceTitles(fields, [row, ...versions])}
          page={page && localePath(locale, page)}
          trail={trail}
          part={tab}
          timeZone={eventZone(events.key, row)}
          below={<MovedWithForm dates={dates} />}
          instead={
            await (tab === "equipe"
              ? team(eventId, account)
              : tab === "mensagens"
                ? messages(eventId, given)
                : tab === "formulario"
                  ? organiserForm(eventId, given.etapa)
                  : undefined)
          }
          above={
            <>
              <EventLinks eventId={eventId} current="event_edit" />
              <EventStatus
                event={{ id: eventId, status, updated_at: String(row.updated_at) }}
                dates={announcesDates(status) ? dates : null}
              />
              {tab === "dados" && (
                <DuplicateEvent
                  event={{
                    id: eventId,
                    starts_at: String(row.starts_at),
                    time_zone: eventZone(events.key, row) ?? TIME_ZONE,
                  }}
                  pathOf={(copy) => panelPathWith("event_edit", { eventId: copy })}
                />
              )}
              <EditTabs eventId={eventId} current={tab} />
              {await aboveFields(tab, eventId, account)}
            </>
          }
        />
      </NextIntlClientProvider>
    </AdminShell>
  );
}
