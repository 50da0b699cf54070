import { Camera, CarFront, MapPinned, Navigation, Route } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { marksOf } from "@/components/geo/search/list-filter";
import { StampButton } from "@/components/guide/passport/stamp-button";
import { WrongInformation } from "@/components/guide/reviews/wrong-information";
import { fold } from "@/lib/platform/slug";
import { Icon } from "@/components/ui/icon";
import { cityPath, navigationLinks } from "@/lib/guide/cities/rules";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import type { PhotoPoint } from "@/lib/guide/photo-points/queries";
import type { ListedPicture } from "@/lib/platform/media/queries";
import { timeZoneOf } from "@/lib/platform/time-zones/rules";
import { CoverCredit, picturesOfPoint, PointGallery, PointPicture } from "./point-photos";
import { SunDial, type SunLabels } from "./sun-dial";
import { buttonClass } from "@/components/ui/button-class";

/** The route a point belongs to (`km` null), or the nearest one and how far it is. */
export type NearRoute = { name: string; href: string; km: number | null };

type Props = {
  point: PhotoPoint;
  pictures: readonly ListedPicture[];
  route: NearRoute | null;
  sun: SunLabels;
  priority?: boolean;
};

/** Attributes of a photo point that the client-side filter reads. */
export function photoData(point: PhotoPoint, route: NearRoute | null, searchText: string) {
  return {
    "data-search": fold(`${searchText} ${point.city?.name ?? ""} ${route?.name ?? ""}`),
    "data-marks": marksOf({ luz: [point.best_light], rota: [route?.km === null ? "na-rota" : null] }),
    "data-at": `${point.lat},${point.lng}`,
  };
}

/** One photo point as a card: picture, name, light, sun position and directions. */
export async function PhotoCard({ point, pictures, route, sun, priority }: Props) {
  const layout = await getTranslations("site/layout.content");
  const locale = await getLocale();
  const name = translated(point, "name", locale).text;
  const pointPath = `/${point.state_abbr.toLowerCase()}/pontos-fotograficos#${point.slug}`;
  const description = translated(point, "description", locale);
  const { cover, others } = picturesOfPoint(point, pictures);
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-2xl border-2 border-line bg-surface">
      <div className="relative p-2.5 pb-0">
        <PointPicture
          point={point}
          cover={cover}
          priority={priority}
          className="aspect-[3/2] w-full rounded-lg object-cover"
        />
        <FavouriteButton
          item={{ kind: "photo_point", id: point.id, title: name, path: pointPath, state: point.state_abbr }}
          className="absolute right-4.5 top-4.5 bg-background/85 text-text"
        />
        <h2 className="relative mx-2 -mt-7 w-fit max-w-[94%] rounded-lg bg-placa px-3.5 py-2 text-xl text-placa-ink shadow-lg outline-2 -outline-offset-5 outline-placa-ink/80 wrap-anywhere">
          {name}
        </h2>
      </div>
      <div className="flex grow flex-col gap-3 p-4 pt-2.5">
        <CoverCredit cover={cover} />
        <p className="text-sm text-muted">
          {point.city && (
            <Link
              href={localePath(locale, cityPath(point.city))}
              className="inline-block py-1 text-link underline underline-offset-4"
            >
              {point.city.name}
            </Link>
          )}
          <span data-km="" className="ml-2 font-semibold text-rota-text tabular" />
        </p>
        <p>
          {description.text}
          <FallbackMark label={layout("fallback")} show={description.fallback} />
        </p>
        <PointGallery name={name} pictures={others} />
        <Facts point={point} route={route} />
        <div className="mt-auto border-t-2 border-dashed border-line pt-3">
          <SunDial
            lat={point.lat}
            lng={point.lng}
            heading={point.view_heading}
            timeZone={timeZoneOf(point.state_abbr, point.city?.ibge_code)}
            locale={locale}
            labels={sun}
          />
        </div>
        <Ways point={point} name={name} />
        <StampButton type="photo_point" id={point.id} name={name} />
        <WrongInformation path={pointPath} />
      </div>
    </article>
  );
}

async function Facts({ point, route }: { point: PhotoPoint; route: NearRoute | null }) {
  const t = await getTranslations("guide/photo-points");
  const locale = await getLocale();
  const parking = translated(point, "parking_note", locale).text;
  const access = [
    point.access_surface && t(`surface.${point.access_surface as "paved"}`),
    point.ramp_ok === null ? null : t(point.ramp_ok ? "rampOk" : "rampBad"),
    point.car_capacity && t("capacity", { count: point.car_capacity }),
    parking,
  ].filter(Boolean);
  const row = "flex items-start gap-2";
  const icon = "mt-0.5 size-5 shrink-0 text-placa-text";
  return (
    <ul className="grid gap-1.5">
      {point.best_light && (
        <li className={row}>
          <Icon of={Camera} className={icon} />
          {t("best", { light: t(`light.${point.best_light as "sunset"}`) })}
        </li>
      )}
      {access.length > 0 && (
        <li className={row}>
          <Icon of={CarFront} className={icon} />
          {access.join(" · ")}
        </li>
      )}
      {route && (
        <li className={row}>
          <Icon of={Route} className={icon} />
          <span>
            {route.km === null ? t("onRoute") : t("nearRoute", { km: route.km })}{" "}
            <Link href={route.href} className="text-link underline underline-offset-4">
              {route.name}
            </Link>
          </span>
        </li>
      )}
    </ul>
  );
}

async function Ways({ point, name }: { point: PhotoPoint; name: string }) {
  const [t, precision] = [
    await getTranslations("guide/photo-points"),
    await getTranslations("guide/services.precision"),
  ];
  const go = navigationLinks(point);
  const button = buttonClass({ size: "snug" });
  return (
    <div data-print="hide">
      <div className="flex flex-wrap gap-2">
        <a href={go.google} target="_blank" rel="noopener" aria-label={t("goGoogle", { name })} className={button}>
          <Icon of={MapPinned} className="size-5" />
          Google Maps
        </a>
        <a href={go.waze} target="_blank" rel="noopener" aria-label={t("goWaze", { name })} className={button}>
          <Icon of={Navigation} className="size-5" />
          Waze
        </a>
      </div>
      {point.is_approximate && <p className="mt-2 text-sm text-muted">{precision("approximate")}</p>}
    </div>
  );
}
