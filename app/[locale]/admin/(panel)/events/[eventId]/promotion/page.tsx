import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EventKit } from "@/app/[locale]/event-kit";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { EventLinks } from "@/components/events/panel/event-links";
import { getPromotion } from "@/lib/events/promotion/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { panelPathWith } from "@/lib/platform/paths";
import { eventTabTitle } from "../../tab-title";

type Props = { params: Promise<{ eventId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("events/promotion.kit");
  return { title: await eventTabTitle((await params).eventId, t("title")), robots: { index: false } };
}

/** What the team sends and prints to announce one event, and the visits to its page. */
export default async function EventPromotionPage({ params }: Props) {
  const { eventId } = await params;
  const account = await requireAccount(panelPathWith("event_promotion", { eventId }));
  const promotion = await getPromotion(eventId);
  if (!promotion) notFound();
  const t = await getTranslations("events/promotion.kit");
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={promotion.event.title}>
        <div className="min-w-0" data-print="hide">
          <EventLinks eventId={eventId} current="event_promotion" />
        </div>
        <EventKit
          promotion={promotion}
          team={{
            mayAnnounce: hasPermission(account, "event_ai_ads"),
            mayNotify: hasPermission(account, "notifications"),
          }}
        />
      </SystemPage>
    </AdminShell>
  );
}
