import { Download } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ART_SIZES, artPath, SHARE_SIZES, type ArtSize } from "@/lib/events/promotion/kit/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { slugOf } from "@/lib/platform/slug";

type Event = { id: string; title: string };

/** The share image of an event in three formats. */
export async function ShareImages({ event }: { event: Event }) {
  const [t, locale] = [await getTranslations("events/promotion.images"), await getLocale()];
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {SHARE_SIZES.map((size) => (
          <figure key={size} className="grid content-start gap-2">
            <ArtImage event={event} size={size} locale={locale} />
            <figcaption className="grid gap-2">
              <ArtName size={size} />
              <ArtDownloads event={event} size={size} locale={locale} />
            </figcaption>
          </figure>
        ))}
      </div>
    </SystemSection>
  );
}

type ArtProps = { event: Event; size: ArtSize; locale: Locale; draft?: { id: string } };

async function ArtName({ size }: Pick<ArtProps, "size">) {
  const t = await getTranslations("events/promotion.size");
  const { width, height } = ART_SIZES[size];
  return (
    <span className="text-sm text-muted tabular">
      {t(size)} · {width} × {height}
    </span>
  );
}

/** The picture as it will be downloaded. */
export async function ArtImage({ event, size, locale, draft }: ArtProps) {
  const t = await getTranslations("events/promotion");
  const { width, height } = ART_SIZES[size];
  return (
    <img
      src={artPath(event.id, { size, locale, type: "jpg" }, draft?.id)}
      alt={t("images.alt", { size: t(`size.${size}`), title: event.title })}
      width={width}
      height={height}
      loading="lazy"
      className={`h-auto w-full rounded-lg border border-line bg-raised ${size === "story" ? "max-w-60" : ""}`}
    />
  );
}

/** Links that download the picture as PNG and as JPEG. */
export async function ArtDownloads({ event, size, locale, draft }: ArtProps) {
  const t = await getTranslations("events/promotion.images");
  return (
    <span className="flex flex-wrap gap-2">
      {(["png", "jpg"] as const).map((type) => (
        <Button key={type} asChild variant="outline">
          <a
            href={artPath(event.id, { size, locale, type }, draft?.id)}
            download={`${slugOf(event.title)}-${size}.${type}`}
          >
            <Icon of={Download} /> {t("download", { type: type.toUpperCase() })}
          </a>
        </Button>
      ))}
    </span>
  );
}
