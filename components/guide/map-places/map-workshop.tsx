import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { PlaceMark } from "@/components/guide/services/place-mark";
import { type MapPlaceClass, onMapPath } from "@/lib/guide/map-places/rules";
import type { NearMapPlace } from "@/lib/guide/map-places/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import { sourceText } from "./source-mark";

type Props = {
  place: NearMapPlace;
  /** Where it is, as a text. */
  distance: string;
  /** There is a workshop of the guide too, farther away. */
  isSecond: boolean;
};

/** The nearest workshop of public sources, with its source. */
export async function MapWorkshop({ place, distance, isSecond }: Props) {
  const [t, locale] = await Promise.all([getTranslations("guide/map-places"), getLocale()]);
  return (
    <div data-place="map" className={isSecond ? "mt-2" : ""}>
      {isSecond && <p className="text-sm text-muted">{t("nearerOnMap")}</p>}
      <p className={`font-display leading-tight wrap-anywhere ${isSecond ? "text-lg" : "text-xl"}`}>
        <Link href={localePath(locale, onMapPath(place))} className="text-link underline underline-offset-4">
          {place.name}
        </Link>
      </p>
      {place.phone && (
        <a href={`tel:${place.phone.replaceAll(/[^+\d]/g, "")}`} className="block py-1 tabular text-link underline">
          {place.phone}
        </a>
      )}
      <p className="text-sm text-muted">
        {t(`class.${place.class as MapPlaceClass}`)} · {distance}
      </p>
      <p className="mt-1">
        <PlaceMark title={t("sourceHint")}>{await sourceText(place)}</PlaceMark>
      </p>
    </div>
  );
}
