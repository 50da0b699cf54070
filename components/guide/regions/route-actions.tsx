import { ChevronDown, Download, LifeBuoy, Map, Navigation, Route } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { buttonClass } from "@/components/ui/button-class";
import { BREAKDOWN_PATH } from "@/lib/guide/breakdown/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Region } from "@/lib/guide/regions/queries";
import { directionsUrl, wazeUrl } from "@/lib/guide/regions/rules";
import { siteUrl } from "@/lib/platform/site-url";
import { FavouriteButton } from "../favourites/favourite-button";
import { ShareBar } from "./share-bar";

const PRIMARY = buttonClass({ look: "rota", size: "wrap" });
const SECONDARY = buttonClass({ size: "wrap" });
const MENU = buttonClass({ size: "wrap", className: "w-full" });

/** `href` is the page's own path. */
type Props = { region: Region; href: string; name: string };

/** The three main actions of a route, and a menu with the others. */
export async function RouteActions({ region, href, name }: Props) {
  const [t, trips, locale] = await Promise.all([
    getTranslations("guide/regions.route"),
    getTranslations("travel/trips.link"),
    getLocale(),
  ]);
  const planner = `/${region.state_abbr.toLowerCase()}/planejador-rota/experimentar#rota=${region.slug}`;
  const directions = directionsUrl(region.region_waypoints);
  const favourite = {
    kind: "region" as const,
    id: region.id,
    title: name,
    path: `/${region.state_abbr.toLowerCase()}/rota/${region.slug}`,
    state: region.state_abbr,
  };
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap" data-slot="route-actions" data-print="hide">
      {directions && (
        <>
          {/* Not a Link: a navigation inside the app would keep the plan of a planner that is open in the router's cache. */}
          <a href={localePath(locale, planner)} className={PRIMARY} aria-label={trips("planRoute")}>
            <Icon of={Route} className="size-5 shrink-0" />
            {t("plan")}
          </a>
          <a href={directions} target="_blank" rel="noopener" className={SECONDARY}>
            <Icon of={Map} className="size-5 shrink-0" />
            {t("openInMap")}
            <span className="sr-only"> (Google Maps)</span>
          </a>
        </>
      )}
      <FavouriteButton item={favourite} label={t("keep")} className={`${SECONDARY} h-auto! w-auto! flex!`} />
      <details className="group relative" data-slot="route-menu">
        <summary className={`${SECONDARY} w-full cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
          {t("more")}
          <Icon of={ChevronDown} className="size-5 shrink-0 group-open:rotate-180" />
        </summary>
        <div className="absolute right-0 z-20 mt-1 grid w-64 gap-2 rounded-xl border-2 border-line bg-surface p-3 shadow-xl sm:right-auto sm:left-0">
          <MenuItems region={region} href={href} name={name} />
        </div>
      </details>
    </div>
  );
}

async function MenuItems({ region, href, name }: Props) {
  const [t, layout, locale] = await Promise.all([
    getTranslations("guide/regions.route"),
    getTranslations("site/layout"),
    getLocale(),
  ]);
  const waze = wazeUrl(region.region_waypoints);
  return (
    <>
      {waze && (
        <a href={waze} target="_blank" rel="noopener" className={MENU}>
          <Icon of={Navigation} className="size-5 shrink-0" />
          {t("waze")}
        </a>
      )}
      <ShareBar labels={{ share: t("share"), copy: t("copy"), print: t("print") }} url={siteUrl(href)} text={name} />
      {waze &&
        (["gpx", "kml"] as const).map((format) => (
          <a key={format} href={`${href}/${format}`} download={`${region.slug}.${format}`} className={MENU}>
            <Icon of={Download} className="size-5 shrink-0" />
            {t(format)}
          </a>
        ))}
      <Link href={localePath(locale, BREAKDOWN_PATH)} className={`${MENU} text-danger`}>
        <Icon of={LifeBuoy} className="size-5 shrink-0" />
        {layout("nav.breakdown")}
      </Link>
    </>
  );
}
