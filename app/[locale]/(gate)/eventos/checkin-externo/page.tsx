import { getLocale, getMessages } from "next-intl/server";
import { GateChooser } from "@/components/events/gate/gate-chooser";
import { GateFrame } from "@/components/events/gate/gate-frame";
import { GateTexts } from "@/components/events/gate/gate-texts";
import { listGateEvents } from "@/lib/events/gate/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/eventos/checkin-externo";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("events/gate", "title");

/** The gate for operators of the team. The service worker keeps this page, so it contains no data of the account and of people. */
export default async function ExternalCheckinPage() {
  await requireAccount(PATH);
  const [locale, { "events/gate": gate }, events] = await Promise.all([getLocale(), getMessages(), listGateEvents()]);
  const login = `${localePath(locale as Locale, "/login")}?next=${encodeURIComponent(localePath(locale as Locale, PATH))}`;
  return (
    <GateFrame>
      <GateTexts value={gate}>
        <GateChooser locale={locale} login={login} events={events} />
      </GateTexts>
    </GateFrame>
  );
}
