import { getTranslations } from "next-intl/server";
import { buttonClass } from "./button-class";
import { Link } from "./link";

type PagerProps = {
  page: number;
  /** The number of pages. */
  last: number;
  hrefOf: (page: number) => string;
};

const LINK = buttonClass({ look: "surface", font: "plain", className: "h-11" });

/** Links to the previous and the next page of a list; nothing when all rows fit on one page. */
export async function Pager({ page, last, hrefOf }: PagerProps) {
  if (last <= 1) return null;
  const t = await getTranslations("panel/records.list");
  const link = (to: number, label: string) =>
    to < 1 || to > last ? (
      <span className="inline-flex h-11 items-center px-4 text-muted">{label}</span>
    ) : (
      <Link href={hrefOf(to)} className={LINK}>
        {label}
      </Link>
    );
  return (
    <nav aria-label={t("pages")} className="flex items-center justify-center gap-3 tabular">
      {link(page - 1, t("previous"))}
      <span>{t("page", { page, last })}</span>
      {link(page + 1, t("next"))}
    </nav>
  );
}
