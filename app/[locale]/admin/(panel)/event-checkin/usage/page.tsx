import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { DeviceList } from "@/components/platform/readings/device-list";
import { EventChoice } from "@/components/events/gate/event-choice";
import { UsageComparison } from "@/components/events/gate/usage-comparison";
import { UsageReport } from "@/components/events/gate/usage-report";
import { compareEvents, listDevices, listGateEvents, readUsage } from "@/lib/events/gate/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { searchParams: Promise<{ evento?: string | string[] }> };

export const generateMetadata = unlistedMetadata("events/gate.usage", "title");

/** Readings per hour, device and operator of an event, how many people did not come, and the same of other events. */
export default async function CheckinUsagePage({ searchParams }: Props) {
  const account = await requireAccount("/admin/event-checkin/usage");
  const [t, events, { evento }, locale] = [
    await getTranslations("events/gate"),
    await listGateEvents(),
    await searchParams,
    await getLocale(),
  ];
  const event = events.find(({ id }) => id === evento) ?? events[0] ?? null;
  const [comparison, usage, devices] = await Promise.all([
    compareEvents(),
    event && readUsage(event.id),
    event ? listDevices(event.id) : [],
  ]);
  const console = `${localePath(locale as Locale, "/admin/event-checkin")}${event ? `?evento=${event.id}` : ""}`;
  return (
    <AdminShell account={account}>
      <SystemPage
        title={t("usage.title")}
        lead={t("usage.lead")}
        actions={
          <Button asChild variant="outline">
            <Link href={console}>{t("usage.console")}</Link>
          </Button>
        }
      >
        <EventChoice events={events} chosen={event?.id ?? null} />
        {usage && <UsageReport usage={usage} timeZone={event!.time_zone} />}
        {usage && (
          <SystemSection title={t("devices.title")}>
            <DeviceList devices={devices} revoke={null} now={Date.now()} />
          </SystemSection>
        )}
        <SystemSection title={t("usage.comparison")} lead={t("usage.comparisonLead")}>
          <UsageComparison events={comparison} chosen={event?.id ?? null} />
          <Button asChild variant="outline" className="w-fit">
            <a href="/api/exports/checkin-usage" download>
              {t("usage.export")}
            </a>
          </Button>
        </SystemSection>
      </SystemPage>
    </AdminShell>
  );
}
