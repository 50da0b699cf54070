import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { EventLinks } from "@/components/events/panel/event-links";
import { SiteCodes } from "@/components/events/frames/site-codes";
import { EventNotices } from "@/components/events/promotion/event-notices";
import { FeaturedPlaces } from "@/components/events/promotion/featured-places";
import { PromotionKit } from "@/components/events/promotion/promotion-kit";
import { ShareImages } from "@/components/events/promotion/share-images";
import { TrackedLinks } from "@/components/events/promotion/tracked-links";
import { listLinks, listPromotions } from "@/lib/events/promotion/kit/queries";
import { composeAd, factsOf, getPromotion, type Promotion } from "@/lib/events/promotion/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { panelPathWith } from "@/lib/platform/paths";
import { eventTabTitle } from "../../tab-title";
import { PROMOTION_AUDIENCES } from "@/lib/platform/supabase/database-constants/events";

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
        <Kit
          promotion={promotion}
          mayAnnounce={hasPermission(account, "event_ai_ads")}
          mayNotify={hasPermission(account, "notifications")}
        />
      </SystemPage>
    </AdminShell>
  );
}

type KitProps = { promotion: Promotion; mayAnnounce: boolean; mayNotify: boolean };

async function Kit({ promotion, mayAnnounce, mayNotify }: KitProps) {
  const [t, locale] = [await getTranslations("events/promotion.kit"), await getLocale()];
  const { event } = promotion;
  if (event.status === "cancelled") return <p className="rounded-xl border-2 border-danger p-4">{t("cancelled")}</p>;
  if (event.status !== "published" && event.status !== "postponed")
    return <p className="rounded-xl border-2 border-dashed border-line p-8 text-center text-muted">{t("hidden")}</p>;
  const choice = { tone: "friendly", channel: "whatsapp", locale, size: "" } as const;
  const texts = await Promise.all(
    PROMOTION_AUDIENCES.map(async (audience) => ({ audience, text: await composeAd(event, { ...choice, audience }) })),
  );
  return (
    <PromotionKit promotion={promotion} facts={factsOf(event, locale)} texts={texts} mayAnnounce={mayAnnounce}>
      <ShareImages event={event} />
      <Places event={event} />
      <SiteCodes event={event} />
      <TrackedLinks event={event.id} links={await listLinks(event.id)} />
      {mayNotify && <EventNotices event={event} />}
    </PromotionKit>
  );
}

async function Places({ event }: Pick<Promotion, "event">) {
  const [portal, state] = await Promise.all([listPromotions(null), listPromotions(event.state_abbr)]);
  return <FeaturedPlaces event={event} bookings={{ portal, state }} now={new Date()} />;
}
