import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LatestPost } from "@/components/guide/blog/latest-post";
import { FeaturedEvent } from "@/components/events/events/featured-event";
import { NextEvents } from "@/components/events/events/next-events";
import { CurrentIssue } from "@/components/guide/magazines/current-issue";
import { FeaturedRegions } from "@/components/guide/regions/featured-regions";
import { listNewestPosts } from "@/lib/guide/blog/queries";
import { getFeaturedEvent, listUpcomingEvents } from "@/lib/events/events/queries";
import { getCurrentMagazine } from "@/lib/guide/magazines/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import { listFeaturedRegions } from "@/lib/guide/regions/queries";
import { getSettings } from "@/lib/platform/settings/queries";
import type { HomeSection } from "@/lib/platform/settings/rules";
import { PlacedAd } from "./placed-ad";

/** Sections below the state picker on `/` and `/home`, in the configured order; hidden sections read no data. */
export async function HomeSections() {
  const { home_sections: sections } = await getSettings();
  const shown = sections.filter((section) => section.isVisible).map(({ name }) => SECTION[name]);
  return [<FeaturedEvent key="featuredEvent" event={await getFeaturedEvent(null)} />, ...shown];
}

const SECTION: Record<HomeSection, ReactNode> = {
  ad: <PlacedAd key="ad" placement="home_top" state={null} />,
  featured: <Featured key="featured" />,
  events: <Events key="events" />,
  post: <Post key="post" />,
  magazine: <Magazine key="magazine" />,
};

async function Featured() {
  const t = await getTranslations("geo/states.home");
  const more = { label: t("all"), href: localePath(await getLocale(), "/sc/regioes") };
  return (
    <FeaturedRegions
      title={t("featured")}
      lead={t("featuredLead")}
      regions={await listFeaturedRegions("SC")}
      uf="sc"
      more={more}
    />
  );
}

async function Events() {
  const t = await getTranslations("events/events.next");
  return (
    <NextEvents title={t("title")} events={await listUpcomingEvents({ limit: 3 })} state={null} empty={t("empty")} />
  );
}

async function Post() {
  const [post] = await listNewestPosts(null, 1);
  return <LatestPost post={post ?? null} state={null} />;
}

async function Magazine() {
  return <CurrentIssue issue={await getCurrentMagazine()} />;
}
