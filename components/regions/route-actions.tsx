import { Download, Map, Navigation } from "lucide";
import { getTranslations } from "next-intl/server";
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
  const t = await getTranslations("regions.route");
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
      <ShareBar labels={{ share: t("share"), copy: t("copy"), print: t("print") }} url={siteUrl + href} text={name} />
      {waze &&
        (["gpx", "kml"] as const).map((format) => (
          <a key={format} href={`${href}/${format}`} download={`${region.slug}.${format}`} className={SECONDARY}>
            <Icon of={Download} className="size-5 shrink-0" />
            {t(format)}
          </a>
        ))}
    </div>
  );
}
