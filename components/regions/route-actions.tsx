import { Download, LifeBuoy, Map, Navigation, Route } from "lucide";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { BREAKDOWN_PATH } from "@/lib/breakdown/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { directionsUrl, wazeUrl } from "@/lib/regions/rules";
import type { Region } from "@/lib/regions/queries";
import { ShareBar } from "./share-bar";
import { Icon } from "@/components/ui/icon";
import { buttonClass } from "@/components/ui/button-class";

const PRIMARY = buttonClass({ look: "rota", className: "col-span-2 justify-center" });
const SECONDARY = buttonClass({ size: "wrap" });

/** Actions for a route: directions, share, print, download; `href` is the page's own path. */
export async function RouteActions({
  region,
  href,
  siteUrl,
  name,
}: {
  region: Region;
  href: string;
  siteUrl: string;
  name: string;
}) {
  const [t, layout, trips, locale] = await Promise.all([
    getTranslations("regions.route"),
    getTranslations("layout"),
    getTranslations("trips.link"),
    getLocale(),
  ]);
  const breakdown = localePath(locale, BREAKDOWN_PATH);
  const planner = `/${region.state_abbr.toLowerCase()}/planejador-rota/experimentar#rota=${region.slug}`;
  const directions = directionsUrl(region.region_waypoints);
  const waze = wazeUrl(region.region_waypoints);
  return (
    <div className="page mt-5 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap" data-print="hide">
      {directions && (
        <a href={directions} target="_blank" rel="noopener" className={PRIMARY}>
          <Icon of={Map} className="size-5 shrink-0" />
          {t("googleMaps")}
        </a>
      )}
      {waze && (
        <a href={waze} target="_blank" rel="noopener" className={SECONDARY}>
          <Icon of={Navigation} className="size-5 shrink-0" />
          {t("waze")}
        </a>
      )}
      {waze && (
        // Not a Link: a navigation inside the app would keep the plan of a planner that is open in the router's cache.
        <a href={localePath(locale, planner)} className={SECONDARY}>
          <Icon of={Route} className="size-5 shrink-0" />
          {trips("planRoute")}
        </a>
      )}
      <ShareBar labels={{ share: t("share"), copy: t("copy"), print: t("print") }} url={siteUrl + href} text={name} />
      {waze &&
        (["gpx", "kml"] as const).map((format) => (
          <a key={format} href={`${href}/${format}`} download={`${region.slug}.${format}`} className={SECONDARY}>
            <Icon of={Download} className="size-5 shrink-0" />
            {t(format)}
          </a>
        ))}
      <Link href={breakdown} prefetch={false} className={`${SECONDARY} col-span-2 text-danger`}>
        <Icon of={LifeBuoy} className="size-5 shrink-0" />
        {layout("nav.breakdown")}
      </Link>
    </div>
  );
}
