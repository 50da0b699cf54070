import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { Resource } from "@/lib/panel/admin/resource";
import { localePath } from "@/lib/platform/i18n/routing";
import { labelsOf } from "@/lib/panel/record-labels/rules";

type RecordTabsProps = { tabs: readonly Resource[]; current: Resource };

/** Tabs for the resources that share one page of the sidebar. */
export async function RecordTabs({ tabs, current }: RecordTabsProps) {
  if (tabs.length < 2) return null;
  const t = await getTranslations("panel/records");
  const labels = labelsOf(t);
  const locale = await getLocale();
  return (
    <nav aria-label={t("list.tabs")} className="tab-strip">
      {tabs.map(({ key, path }) => (
        <Link
          key={key}
          href={localePath(locale, `/admin/${path}`)}
          aria-current={key === current.key ? "page" : undefined}
          className="inline-flex min-h-11 items-center whitespace-nowrap border-b-4 border-transparent px-3 font-display text-lg text-muted hover:text-text aria-[current]:border-faixa aria-[current]:text-text"
        >
          {labels.many(key)}
        </Link>
      ))}
    </nav>
  );
}
