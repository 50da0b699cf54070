import { getLocale, getTranslations } from "next-intl/server";
import { SiteCodes } from "@/components/events/frames/site-codes";
import { EventNotices } from "@/components/events/promotion/event-notices";
import { FeaturedPlaces } from "@/components/events/promotion/featured-places";
import { ApprovedTexts, PromotionKit } from "@/components/events/promotion/promotion-kit";
import { ShareImages } from "@/components/events/promotion/share-images";
import { TrackedLinks } from "@/components/events/promotion/tracked-links";
import { listLinks, listPromotions } from "@/lib/events/promotion/kit/queries";
import { composeAd, factsOf, type Promotion } from "@/lib/events/promotion/queries";
import { LANGUAGE_NAME } from "@/lib/platform/i18n/routing";
import { PROMOTION_AUDIENCES } from "@/lib/platform/supabase/database-constants/events";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";

type Props = {
  promotion: Promotion;
  /** What the team of the portal sees besides. */
  team?: { mayAnnounce: boolean; mayNotify: boolean };
};

/** What the people of an event and the team send and print to announce it. */
export async function EventKit({ promotion, team }: Props) {
  const [t, locale] = [await getTranslations("events/promotion.kit"), await getLocale()];
  const { event } = promotion;
  if (event.status === "cancelled") return <p className="rounded-xl border-2 border-danger p-4">{t("cancelled")}</p>;
  if (event.status !== "published" && event.status !== "postponed")
    return <p className="rounded-xl border-2 border-dashed border-line p-8 text-center text-muted">{t("hidden")}</p>;
  return (
    <PromotionKit
      promotion={promotion}
      facts={factsOf(event, locale)}
      texts={await readyTexts(event)}
      approved={team && <ApprovedTexts promotion={promotion} mayAnnounce={team.mayAnnounce} />}
    >
      <ShareImages event={event} />
      {team && <Places event={event} />}
      <SiteCodes event={event} />
      <TrackedLinks event={event.id} links={await listLinks(event.id)} />
      {team?.mayNotify && <EventNotices event={event} />}
    </PromotionKit>
  );
}

/** Posts for visitors in every language, and messages for each audience in the language of the page. */
async function readyTexts(event: Promotion["event"]) {
  const [t, locale] = [await getTranslations("events/promotion"), await getLocale()];
  const friendly = { tone: "friendly", size: "" } as const;
  const posts = LOCALES.flatMap((language) =>
    (["whatsapp", "instagram"] as const).map(async (channel) => ({
      title: `${t(`channel.${channel}`)} · ${LANGUAGE_NAME[language]}`,
      text: await composeAd(event, { ...friendly, audience: "visitors", channel, locale: language }),
    })),
  );
  const messages = PROMOTION_AUDIENCES.map(async (audience) => ({
    title: t(`audience.${audience}`),
    text: await composeAd(event, { ...friendly, audience, channel: "whatsapp", locale }),
  }));
  return [
    { title: t("kit.posts"), texts: await Promise.all(posts) },
    { title: t("kit.texts"), texts: await Promise.all(messages) },
  ];
}

async function Places({ event }: Pick<Promotion, "event">) {
  const [portal, state] = await Promise.all([listPromotions(null), listPromotions(event.state_abbr)]);
  return <FeaturedPlaces event={event} bookings={{ portal, state }} now={new Date()} />;
}
