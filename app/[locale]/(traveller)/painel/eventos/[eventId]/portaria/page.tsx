import { getLocale, getTranslations } from "next-intl/server";
import { EventConsole } from "@/components/events/members/event-console";
import { GateConsole } from "@/app/[locale]/gate-console";
import { buttonClass } from "@/components/ui/button-class";
import { consolePath, ownGatePath } from "@/lib/events/members/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

type Props = { params: Promise<{ eventId: string }>; searchParams: Promise<{ aparelho?: string | string[] }> };

export const generateMetadata = unlistedMetadata("events/gate.console", "title");

/** The gate of an event for the people who work at it: counts, people inside, devices, and the way to the reading screen. */
export default async function OwnGatePage({ params, searchParams }: Props) {
  const { own } = await openConsole((await params).eventId, "gate");
  const [t, locale, { aparelho }] = [
    await getTranslations("events/members.gate"),
    await getLocale(),
    await searchParams,
  ];
  const login = `${localePath(locale, "/login")}?next=${encodeURIComponent(localePath(locale, consolePath(own.id, "gate")))}`;
  return (
    <EventConsole
      own={own}
      current="gate"
      actions={
        // Another document, because its policy lets the code reader run.
        <a href={localePath(locale, ownGatePath(own.id))} className={buttonClass({})}>
          {t("read")}
        </a>
      }
    >
      <p className="max-w-3xl text-muted">{t("lead")}</p>
      <GateConsole
        eventId={own.id}
        timeZone={own.time_zone}
        maySetUp={own.rights.includes("devices")}
        device={typeof aparelho === "string" ? aparelho : ""}
        login={login}
        hasScanner={false}
      />
    </EventConsole>
  );
}
