import type { ListedPicture } from "@/lib/platform/media/queries";
import { creditOf, Photo } from "./photo";

type PhotoGalleryProps = { title: string; pictures: readonly ListedPicture[]; creditLine: (credit: string) => string };

/** Photos of a page in columns; nothing without photos. */
export function PhotoGallery({ title, pictures, creditLine }: PhotoGalleryProps) {
  if (pictures.length === 0) return null;
  return (
    <section className="page mt-10" data-print="hide">
      <h2 className="display-2 mb-3">{title}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {pictures.map((picture) => (
          <li key={picture.path}>
            <figure>
              <Photo picture={picture} className="aspect-[3/2] w-full rounded-2xl border-2 border-line object-cover" />
              <figcaption className="mt-1 text-sm text-muted wrap-anywhere">
                {[picture.alt, creditOf(picture) && creditLine(creditOf(picture))].filter(Boolean).join(" · ")}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
