import { Images } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { creditOf, Photo } from "@/components/platform/media/photo";
import { Postcard } from "@/components/guide/postcards/postcard";
import { Icon } from "@/components/ui/icon";
import type { ListedPicture } from "@/lib/platform/media/queries";
import { isShown } from "@/lib/platform/media/rules";
import { translated } from "@/lib/platform/i18n/content";
import type { PhotoPoint } from "@/lib/guide/photo-points/queries";
import { postcardOf } from "@/lib/guide/postcards/rules";

type Point = Pick<PhotoPoint, "name" | "slug" | "biome" | "state_abbr" | "cover_url" | "translations">;

/** The cover of a photo point without alt text, for cards that show its name; a generated postcard when there is none. */
export function PointCover({ point, className }: { point: Point; className: string }) {
  if (isShown(point.cover_url))
    return (
      <img
        src={point.cover_url}
        alt=""
        width={640}
        height={360}
        loading="lazy"
        decoding="async"
        className={className}
      />
    );
  return <Postcard {...postcardOf(point)} alt="" className={className} />;
}

/** The pictures of a photo point, taken from those of the page: cover and others. */
export function picturesOfPoint(point: Pick<PhotoPoint, "cover_url" | "photos">, pictures: readonly ListedPicture[]) {
  const known = (path: string | null) => pictures.find((picture) => picture.path === path);
  return {
    cover: known(point.cover_url),
    others: point.photos.filter((path) => path !== point.cover_url).flatMap((path) => known(path) ?? []),
  };
}

type PointPictureProps = { point: Point; cover: ListedPicture | undefined; className: string; priority?: boolean };

/** The cover of a photo point with alt text, or a generated postcard. */
export async function PointPicture({ point, cover, className, priority }: PointPictureProps) {
  const layout = await getTranslations("site/layout");
  const t = await getTranslations("guide/services.detail");
  const name = translated(point, "name", await getLocale()).text;
  if (!cover)
    return (
      <Postcard
        {...postcardOf(point)}
        alt={layout("postcardAlt", { name })}
        priority={priority}
        className={className}
      />
    );
  return (
    <Photo picture={{ ...cover, alt: cover.alt || t("photoOf", { name }) }} priority={priority} className={className} />
  );
}

export async function CoverCredit({ cover }: { cover: ListedPicture | undefined }) {
  const t = await getTranslations("guide/services.detail");
  const credit = cover && creditOf(cover);
  return credit ? <p className="text-sm text-muted wrap-anywhere">{t("photoCredit", { credit })}</p> : null;
}

/** The other pictures, opened on demand, each with its credit. */
export async function PointGallery({ name, pictures }: { name: string; pictures: readonly ListedPicture[] }) {
  const t = await getTranslations("guide/services.detail");
  if (pictures.length === 0) return null;
  return (
    <details data-print="hide">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-link">
        <Icon of={Images} className="size-5" />
        {t("photosTitle", { name })} ({pictures.length})
      </summary>
      <ul className="mt-1 grid grid-cols-2 gap-3">
        {pictures.map((picture) => (
          <li key={picture.path}>
            <figure>
              <Photo
                picture={{ ...picture, alt: picture.alt || t("photoOf", { name }) }}
                className="aspect-[3/2] w-full rounded-lg border border-line object-cover"
              />
              {creditOf(picture) && (
                <figcaption className="mt-1 text-sm text-muted wrap-anywhere">
                  {t("photoCredit", { credit: creditOf(picture) })}
                </figcaption>
              )}
            </figure>
          </li>
        ))}
      </ul>
    </details>
  );
}
