import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { DeviceList } from "@/components/platform/readings/device-list";
import { DevicePanel } from "@/components/platform/readings/device-panel";
import { listDevices, readOperatorGate, readOverview } from "@/lib/events/gate/queries";
import { enrolDeviceAction, revokeDeviceAction } from "@/lib/events/gate/actions";
import { Gate } from "@/components/events/gate/gate";
import { Conflicts, GateCounts, LastReadings, PeopleInside } from "@/components/events/gate/gate-overview";
import { GateTexts } from "@/components/events/gate/gate-texts";
import { GateSales } from "@/components/events/gate/gate-sales";
import { ListForm } from "@/components/events/gate/list-form";

type Props = {
  eventId: string;
  timeZone: string;
  /** Whether the reader may enrol devices and add lists. */
  maySetUp: boolean;
  /** Sign-in page that returns to the gate. */
  login: string;
  /** False where the scanner has a page of its own. */
  hasScanner?: boolean;
  /** First name in the form that enrols a device. */
  device: string;
};

/** Console of a gate: counters, conflicts, scanner, people inside, last readings, devices and lists. */
export async function GateConsole({ eventId, timeZone, maySetUp, device, login, hasScanner = true }: Props) {
  // Opening the gate adds the default lists, so it is read first.
  const data = await readOperatorGate(eventId);
  const [overview, devices, t, locale, { "events/gate": gate }] = await Promise.all([
    readOverview(eventId),
    listDevices(eventId),
    getTranslations("events/gate"),
    getLocale(),
    getMessages(),
  ]);
  return (
    <>
      <GateCounts overview={overview} lists={data?.lists ?? []} />
      <Conflicts conflicts={overview.conflicts} timeZone={timeZone} />
      {hasScanner && (
        <SystemSection title={t("console.scanner")}>
          <GateTexts value={gate}>
            <Gate key={eventId} locale={locale} login={login} eventId={eventId} />
          </GateTexts>
        </SystemSection>
      )}
      <SystemSection title={t("console.inside")} lead={t("console.insideLead")}>
        <PeopleInside inside={overview.inside} lists={data?.lists ?? []} timeZone={timeZone} />
      </SystemSection>
      {overview.sales.length > 0 && (
        <SystemSection title={t("console.sales.title")} lead={t("console.sales.lead")}>
          <GateSales sales={overview.sales} />
        </SystemSection>
      )}
      <SystemSection title={t("console.readings")}>
        <LastReadings readings={overview.readings} timeZone={timeZone} />
      </SystemSection>
      <div id="aparelhos" className="scroll-mt-20">
        <SystemSection title={t("devices.title")} lead={t("devices.lead")}>
          {maySetUp && (
            <DevicePanel
              texts={gate.devices}
              action={enrolDeviceAction}
              hidden={{ eventId }}
              name={device}
              days={{ first: 2, most: 30 }}
            />
          )}
          <DeviceList devices={devices} revoke={maySetUp ? revokeDeviceAction : null} now={Date.now()} />
        </SystemSection>
      </div>
      {maySetUp && (
        <SystemSection title={t("lists.title")} lead={t("lists.lead")}>
          <ListForm eventId={eventId} />
        </SystemSection>
      )}
    </>
  );
}
