import { getLocale, getTranslations } from "next-intl/server";
import { Postcard } from "@/components/guide/postcards/postcard";
import { cn } from "@/components/ui/cn";
import type { MagazineCard } from "@/lib/guide/magazines/queries";
import { artOf } from "@/lib/guide/magazines/rules";
import { isShown } from "@/lib/platform/media/rules";
import { formatMonthYear } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";

type Props = {
  issue: Pick<MagazineCard, "number" | "slug" | "title" | "month" | "cover_url" | "translations">;
  priority?: boolean;
};

/** A front cover: the uploaded picture, or a generated image with the masthead. */
export async function IssueCover({ issue, priority = false }: Props) {
  const t = await getTranslations("guide/magazines");
  const locale = await getLocale();
  const title = translated(issue, "title", locale).text;
  const frame =
    "@container relative isolate block aspect-[3/4] overflow-hidden rounded-lg border border-line bg-[#0b1220] text-[#eaf0fa] shadow-xl";
  const alt = t("coverAlt", { number: issue.number, title });
  if (isShown(issue.cover_url))
    return (
      <img
        src={issue.cover_url}
        alt={alt}
        width={600}
        height={800}
        loading={priority ? "eager" : "lazy"}
        className={cn(frame, "object-cover")}
      />
    );
  const [name, ...theme] = title.split(": ");
  return (
    <div role="img" aria-label={alt} className={frame}>
      <Postcard
        {...artOf(issue)}
        alt=""
        priority={priority}
        className="absolute inset-0 -z-10 h-[78%] w-full object-cover"
      />
      <div className="absolute inset-0 -z-10 bg-linear-to-b from-[#0b1220]/75 via-transparent via-25% to-[#0b1220] to-78%" />
      <div className="flex h-full flex-col p-[6cqw] font-display leading-none">
        <p className="text-[18.9cqw] font-bold text-white">LACAMBECHE</p>
        <p className="mt-[1cqw] text-[4.4cqw]">{t("masthead")}</p>
        <div data-cover-words className="mt-auto">
          <p className="text-[13cqw] leading-[1.02] text-[#f7b733]">{name}</p>
          {theme.length > 0 && <p className="mt-[1.5cqw] text-[6.6cqw] leading-tight">{theme.join(": ")}</p>}
          <p className="mt-[4cqw] text-[4.6cqw]">
            {t("edition", { number: issue.number, month: formatMonthYear(issue.month, locale) })}
          </p>
        </div>
      </div>
    </div>
  );
}
