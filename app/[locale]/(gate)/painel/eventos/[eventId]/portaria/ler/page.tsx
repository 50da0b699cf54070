import { notFound } from "next/navigation";
import { getLocale, getMessages } from "next-intl/server";
import { Gate } from "@/components/events/gate/gate";
import { GateFrame } from "@/components/events/gate/gate-frame";
import { GateTexts } from "@/components/events/gate/gate-texts";
import { getOwnEvent } from "@/lib/events/members/queries";
import { opensPage, ownGatePath } from "@/lib/events/members/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("events/gate", "title");

/** The reading screen for people of an event. The service worker keeps this page, so it contains no data of the account and of people. */
export default async function OwnReadingPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { eventId } = await params;
  const path = ownGatePath(eventId);
  await requireAccount(path);
  const own = await getOwnEvent(eventId);
  if (!own || !opensPage(own, "gate")) notFound();
  const [locale, { "events/gate": gate }] = await Promise.all([getLocale(), getMessages()]);
  const login = `${localePath(locale, "/login")}?next=${encodeURIComponent(localePath(locale, path))}`;
  return (
    <GateFrame>
      <GateTexts value={gate}>
        <Gate locale={locale} login={login} eventId={own.id} />
      </GateTexts>
    </GateFrame>
  );
}
