import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import type { Resource } from "@/lib/panel/admin/resource";
import { listAddress, type ListQuery } from "@/lib/panel/admin/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageCount } from "@/lib/platform/paging";

/** Links to the previous and the next page of a list. */
export async function RecordPages({ resource, query, total }: { resource: Resource; query: ListQuery; total: number }) {
  const t = await getTranslations("panel/records");
  const locale = await getLocale();
  const last = pageCount(total, query.per);
  if (last === 1) return null;
  const link = (page: number, label: string, isOff: boolean) =>
    isOff ? (
      <span className="inline-flex h-11 items-center px-4 text-muted">{label}</span>
    ) : (
      <Link
        href={localePath(locale, listAddress(resource, query, { page: page === 1 ? "" : page }))}
        className={buttonClass({ look: "surface", font: "plain", className: "h-11" })}
      >
        {label}
      </Link>
    );
  return (
    <nav aria-label={t("list.pages")} className="flex items-center justify-center gap-3 tabular">
      {link(query.page - 1, t("list.previous"), query.page <= 1)}
      <span>{t("list.page", { page: query.page, last })}</span>
      {link(query.page + 1, t("list.next"), query.page >= last)}
    </nav>
  );
}
