import { Download } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { ShareBar } from "@/components/guide/regions/share-bar";
import { Icon } from "@/components/ui/icon";
import type { Magazine } from "@/lib/guide/magazines/queries";
import { issuePath, pdfPath } from "@/lib/guide/magazines/rules";
import { formatMonthYear } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { LANGUAGE } from "@/lib/platform/i18n/routing";
import { buttonClass } from "@/components/ui/button-class";

/** Description of the issue, with links to download and share it. */
export async function IssueHeader({ issue, url }: { issue: Magazine; url: string }) {
  const t = await getTranslations("guide/magazines");
  const share = await getTranslations("guide/regions.route");
  const locale = await getLocale();
  const title = translated(issue, "title", locale).text;
  return (
    <header className="page flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div className="max-w-3xl">
        <p className="font-display text-lg text-faixa-text">
          {t("edition", { number: issue.number, month: formatMonthYear(issue.month, locale) })} · {t("free")}
        </p>
        <div className="flex items-start gap-2">
          <h1 className="display-2 min-w-0 wrap-anywhere">
            {title}
            <FallbackMark label={t("inPortuguese")} show={LANGUAGE[locale] !== "pt"} />
          </h1>
          <FavouriteButton item={{ kind: "magazine", id: issue.id, title, path: issuePath(issue.slug), state: null }} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2" data-print="hide">
        <a href={pdfPath(issue)} download className={buttonClass({ look: "primary", font: "sign" })}>
          <Icon of={Download} className="size-5" />
          {t("pdf")}
        </a>
        <ShareBar
          labels={{ share: share("share"), copy: share("copy"), print: share("print") }}
          url={url}
          text={title}
        />
      </div>
    </header>
  );
}
