import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { LineFacts } from "@/lib/guide/regions/line-facts";
import type { Region } from "@/lib/guide/regions/queries";
import { kmAtStops } from "@/lib/guide/regions/rules";
import { Roadbook } from "./roadbook";
import { StopList } from "./stop-list";

type Props = {
  region: Region;
  facts: LineFacts;
  /** The full address of the page, printed as a QR code. */
  url: string;
  /** The picture of the route, beside the stops on a wide screen. */
  picture: ReactNode;
};

/** The stops as a list and, in print, as a roadbook. */
export async function RouteStops({ region, facts, url, picture }: Props) {
  const t = await getTranslations("guide/regions.route");
  const stops = region.region_waypoints;
  const km = facts.kmAtStops ?? kmAtStops(stops, region.distance_km);
  return (
    <div className="page mt-12 grid items-start gap-8 lg:grid-cols-[1.25fr_1fr] print:mt-6 print:block">
      <section id="paradas" className="scroll-mt-20">
        <h2 className="display-2 mb-3">{t("stops")}</h2>
        <StopList stops={stops} km={km} isMeasured={facts.isMeasured} />
        <Roadbook stops={stops} km={km} url={url} />
      </section>
      {picture}
    </div>
  );
}
