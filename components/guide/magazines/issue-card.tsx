import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { FallbackMark } from "@/components/ui/fallback-mark";
import type { MagazineCard } from "@/lib/guide/magazines/queries";
import { issuePath, pdfPath } from "@/lib/guide/magazines/rules";
import { formatMonthYear } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { IssueCover } from "./issue-cover";
import { buttonClass } from "@/components/ui/button-class";

/** An issue with cover, theme and links to both reading modes; `large` for the newest. */
export async function IssueCard({
  issue,
  large = false,
  priority = false,
  headingLevel = 2,
}: {
  issue: MagazineCard;
  large?: boolean;
  priority?: boolean;
  headingLevel?: 2 | 3;
}) {
  const t = await getTranslations("guide/magazines");
  const locale = await getLocale();
  const Heading = `h${headingLevel}` as const;
  const title = translated(issue, "title", locale);
  const summary = translated(issue, "summary", locale).text;
  const href = localePath(locale, issuePath(issue.slug));
  return (
    <article
      className={
        large ? "grid items-center gap-6 sm:grid-cols-[minmax(0,18rem)_1fr] sm:gap-10" : "grid content-start gap-4"
      }
    >
      <Link
        href={href}
        tabIndex={-1}
        aria-hidden
        className="block max-w-72 transition-transform duration-200 hover:-translate-y-1"
      >
        <IssueCover issue={issue} priority={priority} />
      </Link>
      <div>
        <p className="font-display text-lg text-faixa-text">
          {t("edition", { number: issue.number, month: formatMonthYear(issue.month, locale) })}
        </p>
        <div className={`mt-1 flex items-start gap-2 ${large ? "" : "justify-between"}`}>
          <Heading className={`min-w-0 wrap-anywhere ${large ? "display-2" : "text-2xl"}`}>
            <Link href={href} className="hover:underline">
              {title.text}
            </Link>
            <FallbackMark label={t("inPortuguese")} show={title.fallback} />
          </Heading>
          <FavouriteButton
            item={{ kind: "magazine", id: issue.id, title: title.text, path: issuePath(issue.slug), state: null }}
            className={large ? undefined : "-mt-1.5"}
          />
        </div>
        {summary && <p className="mt-2 max-w-xl text-muted">{summary}</p>}
        <p className="mt-2 flex gap-3 text-muted">
          <span className="rounded bg-rota px-2 font-display text-rota-ink">{t("free")}</span>
          {t("pageCount", { count: issue.pages })}
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Link href={href} className={buttonClass({ look: "primary", size: "wide", font: "sign" })}>
            {t("read")}
          </Link>
          <a href={pdfPath(issue)} download className={buttonClass({ look: "surface", size: "wide", font: "sign" })}>
            {t("pdf")}
          </a>
        </div>
      </div>
    </article>
  );
}
