import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { DeviceList } from "@/components/platform/readings/device-list";
import { DevicePanel } from "@/components/platform/readings/device-panel";
import { EventChoice } from "@/components/events/gate/event-choice";
import { Gate } from "@/components/events/gate/gate";
import { Conflicts, GateCounts, LastReadings, PeopleInside } from "@/components/events/gate/gate-overview";
import { GateTexts } from "@/components/events/gate/gate-texts";
import { ListForm } from "@/components/events/gate/list-form";
import { Button } from "@/components/ui/button";
import { listDevices, listGateEvents, readOperatorGate, readOverview } from "@/lib/events/gate/queries";
import { enrolDeviceAction, revokeDeviceAction } from "@/lib/events/gate/actions";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/admin/event-checkin";

type Props = { searchParams: Promise<{ evento?: string | string[]; aparelho?: string | string[] }> };

export const generateMetadata = unlistedMetadata("events/gate.console", "title");

/** Console of a gate: scanner, counters, last readings, lists and devices. */
export default async function EventCheckinPage({ searchParams }: Props) {
  const account = await requireAccount(PATH);
  const [t, events, params] = [
    await getTranslations("events/gate.console"),
    await listGateEvents(),
    await searchParams,
  ];
  const event = events.find(({ id }) => id === params.evento) ?? events[0] ?? null;
  const isAdministrator = hasPermission(account, "event_checkin_usage");
  const usage = `${localePath((await getLocale()) as Locale, `${PATH}/usage`)}${event ? `?evento=${event.id}` : ""}`;
  return (
    <AdminShell account={account}>
      <SystemPage
        title={t("title")}
        lead={t("lead")}
        actions={
          isAdministrator && (
            <Button asChild variant="outline">
              <Link href={usage}>{t("usage")}</Link>
            </Button>
          )
        }
      >
        <EventChoice events={events} chosen={event?.id ?? null} />
        {event && (
          <Console
            eventId={event.id}
            timeZone={event.time_zone}
            isAdministrator={isAdministrator}
            device={typeof params.aparelho === "string" ? params.aparelho : ""}
          />
        )}
      </SystemPage>
    </AdminShell>
  );
}

type ConsoleProps = {
  eventId: string;
  timeZone: string;
  isAdministrator: boolean;
  /** First name in the form that enrols a device. */
  device: string;
};

async function Console({ eventId, timeZone, isAdministrator, device }: ConsoleProps) {
  // Opening the gate adds the default lists, so it is read first.
  const data = await readOperatorGate(eventId);
  const [overview, devices, t, locale, { "events/gate": gate }] = await Promise.all([
    readOverview(eventId),
    listDevices(eventId),
    getTranslations("events/gate"),
    getLocale(),
    getMessages(),
  ]);
  const login = `${localePath(locale as Locale, "/admin/login")}?next=${encodeURIComponent(`${PATH}?evento=${eventId}`)}`;
  return (
    <>
      <GateCounts overview={overview} lists={data?.lists ?? []} />
      <Conflicts conflicts={overview.conflicts} timeZone={timeZone} />
      <SystemSection title={t("console.scanner")}>
        <GateTexts value={gate}>
          <Gate key={eventId} locale={locale} login={login} eventId={eventId} />
        </GateTexts>
      </SystemSection>
      <SystemSection title={t("console.inside")} lead={t("console.insideLead")}>
        <PeopleInside inside={overview.inside} lists={data?.lists ?? []} timeZone={timeZone} />
      </SystemSection>
      <SystemSection title={t("console.readings")}>
        <LastReadings readings={overview.readings} timeZone={timeZone} />
      </SystemSection>
      <div id="aparelhos" className="scroll-mt-20">
        <SystemSection title={t("devices.title")} lead={t("devices.lead")}>
          {isAdministrator && (
            <DevicePanel
              texts={gate.devices}
              action={enrolDeviceAction}
              hidden={{ eventId }}
              name={device}
              days={{ first: 2, most: 30 }}
            />
          )}
          <DeviceList devices={devices} revoke={isAdministrator ? revokeDeviceAction : null} now={Date.now()} />
        </SystemSection>
      </div>
      {isAdministrator && (
        <SystemSection title={t("lists.title")} lead={t("lists.lead")}>
          <ListForm eventId={eventId} />
        </SystemSection>
      )}
    </>
  );
}
