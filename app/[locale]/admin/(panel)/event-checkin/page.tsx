import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { EventChoice } from "@/components/events/gate/event-choice";
import { GateConsole } from "@/app/[locale]/gate-console";
import { Button } from "@/components/ui/button";
import { listGateEvents } from "@/lib/events/gate/queries";
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
  const locale = (await getLocale()) as Locale;
  const usage = `${localePath(locale, `${PATH}/usage`)}${event ? `?evento=${event.id}` : ""}`;
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
          <GateConsole
            eventId={event.id}
            timeZone={event.time_zone}
            maySetUp={isAdministrator}
            device={typeof params.aparelho === "string" ? params.aparelho : ""}
            login={`${localePath(locale, "/admin/login")}?next=${encodeURIComponent(`${PATH}?evento=${event.id}`)}`}
          />
        )}
      </SystemPage>
    </AdminShell>
  );
}
