import { Map, Navigation } from "lucide";
import { getTranslations } from "next-intl/server";
import { directionsUrl, wazeUrl } from "@/lib/regions/rules";
import type { Region } from "@/lib/regions/queries";
import { ShareBar } from "./share-bar";
import { Icon } from "@/components/ui/icon";

const PRIMARY = "inline-flex h-11 items-center gap-2 rounded-lg bg-rota px-4 font-semibold text-rota-ink";
const SECONDARY = "inline-flex h-11 items-center gap-2 rounded-lg border-2 border-line px-4 font-semibold hover:bg-raised";

/** What one does with a route: drive it, send it, print it. */
export async function RouteActions({ region, url, name }: { region: Region; url: string; name: string }) {
  const t = await getTranslations("regions.route");
  const directions = directionsUrl(region.region_waypoints);
  const waze = wazeUrl(region.region_waypoints);
  return (
    <div className="page mt-5 flex flex-wrap gap-2" data-print="hide">
      {directions && (
        <a href={directions} target="_blank" rel="noopener" className={PRIMARY}>
          <Icon of={Map} className="size-5" />
          {t("googleMaps")}
        </a>
      )}
      {waze && (
        <a href={waze} target="_blank" rel="noopener" className={SECONDARY}>
          <Icon of={Navigation} className="size-5" />
          {t("waze")}
        </a>
      )}
      <ShareBar labels={{ share: t("share"), copy: t("copy"), print: t("print") }} url={url} text={name} />
    </div>
  );
}
