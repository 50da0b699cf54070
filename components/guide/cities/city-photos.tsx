import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { PointCover } from "@/components/guide/photo-points/point-photos";
import { SectionHead } from "@/components/ui/section-head";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import type { PhotoPoint } from "@/lib/guide/photo-points/queries";
import { photoPointPath } from "@/lib/guide/photo-points/rules";

type Props = { title: string; points: readonly PhotoPoint[]; all?: { label: string; href: string } };

/** Photo points of a town or a state as a row of postcards that link to their cards in the state's gallery. */
export async function CityPhotos({ title, points, all }: Props) {
  const t = await getTranslations("guide/photo-points");
  const locale = await getLocale();
  if (points.length === 0) return null;
  return (
    <section className="page mt-12">
      <SectionHead more={all}>
        <h2 className="display-2">{title}</h2>
      </SectionHead>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {points.map((point) => (
          <li
            key={point.id}
            className="relative overflow-hidden rounded-2xl border-2 border-line bg-surface p-2 focus-within:border-faixa hover:border-placa-text"
          >
            <PointCover point={point} className="aspect-[16/9] w-full rounded-lg object-cover" />
            <FavouriteButton
              item={{
                kind: "photo_point",
                id: point.id,
                title: translated(point, "name", locale).text,
                path: photoPointPath(point),
                state: point.state_abbr,
              }}
              className="absolute right-4 top-4 bg-background/85 text-text"
            />
            <h3 className="relative mx-2 -mt-6 w-fit max-w-[94%] rounded-lg bg-placa px-3 py-1.5 text-lg text-placa-ink wrap-anywhere">
              <a
                href={localePath(locale, photoPointPath(point))}
                className="after:absolute after:-inset-x-96 after:-inset-y-80 focus-visible:outline-none"
              >
                {translated(point, "name", locale).text}
              </a>
            </h3>
            <p className="px-2 pb-1 pt-2 text-sm text-muted">
              {point.best_light ? t("best", { light: t(`light.${point.best_light as "sunset"}`) }) : ""}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
