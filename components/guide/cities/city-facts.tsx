import { MapPinned, Navigation } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import type { City, ListedCity } from "@/lib/guide/cities/queries";
import { navigationLinks } from "@/lib/guide/cities/rules";
import { formatKm } from "@/lib/platform/format";
import { greatCircleKm } from "@/lib/geo/geo/rules";
import { estimateRoadKm } from "@/lib/guide/regions/rules";
import { DistanceFromMe } from "./distance-from-me";
import { buttonClass } from "@/components/ui/button-class";

/** `27° 35' S, 48° 33' W`, the notation of printed maps. */
function coordinates({ lat, lng }: { lat: number; lng: number }): string {
  const part = (value: number, [plus, minus]: readonly [string, string]) => {
    const minutes = Math.round(Math.abs(value) * 60);
    return `${Math.floor(minutes / 60)}° ${minutes % 60}' ${value < 0 ? minus : plus}`;
  };
  return `${part(lat, ["N", "S"])}, ${part(lng, ["E", "W"])}`;
}

/** Position of a town and its distances: from the capital (straight line and estimated road), from the visitor on request. */
export async function CityFacts({
  city,
  capital,
  googleMapsKey,
}: {
  city: City;
  capital: ListedCity | null;
  googleMapsKey?: string;
}) {
  const t = await getTranslations("guide/cities");
  const locale = await getLocale();
  const go = navigationLinks(city);
  const fact = "border-l-4 border-faixa pl-3";
  const road = capital && estimateRoadKm([capital, city]);
  return (
    <div className="mt-5 grid gap-4">
      <dl className="grid gap-4 sm:grid-cols-2">
        {capital && !city.is_capital && road !== null && (
          <div className={fact}>
            <dt className="text-sm text-muted">{t("fromCapital", { capital: capital.name })}</dt>
            <dd className="font-display text-xl tabular">
              {t("distance", {
                straight: formatKm(Math.round(greatCircleKm(capital, city)), locale),
                road: formatKm(road, locale),
              })}
            </dd>
          </div>
        )}
        {city.is_capital && (
          <div className={fact}>
            <dt className="text-sm text-muted">{t("role")}</dt>
            <dd className="font-display text-xl">{t("capital")}</dd>
          </div>
        )}
        <div className={fact}>
          <dt className="text-sm text-muted">{t("position")}</dt>
          <dd className="font-display text-xl tabular">{coordinates(city)}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2" data-print="hide">
        <a href={go.google} target="_blank" rel="noopener" className={buttonClass({ look: "rota" })}>
          <Icon of={MapPinned} className="size-5" />
          Google Maps
        </a>
        <a href={go.waze} target="_blank" rel="noopener" className={buttonClass()}>
          <Icon of={Navigation} className="size-5" />
          Waze
        </a>
        <DistanceFromMe
          lat={city.lat}
          lng={city.lng}
          labels={{ ask: t("fromMe"), busy: t("locating"), failed: t("locateFailed"), far: String(t.raw("far")) }}
          googleMapsKey={googleMapsKey}
        />
      </div>
    </div>
  );
}
