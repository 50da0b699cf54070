import { Link } from "./link";
import { getTranslations } from "next-intl/server";

type PagerProps = { page: number; last: number; hrefOf: (page: number) => string };

/** Links to the previous and the next page. */
export async function Pager({ page, last, hrefOf }: PagerProps) {
  if (last <= 1) return null;
  const t = await getTranslations("panel/records.list");
  const look = "inline-flex min-h-11 items-center px-2 text-link underline underline-offset-4";
  return (
    <nav aria-label={t("pages")} className="flex items-center gap-4">
      {page > 1 && (
        <Link className={look} href={hrefOf(page - 1)}>
          {t("previous")}
        </Link>
      )}
      <span className="text-muted tabular">{t("page", { page, last })}</span>
      {page < last && (
        <Link className={look} href={hrefOf(page + 1)}>
          {t("next")}
        </Link>
      )}
    </nav>
  );
}
