import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { BlogCategory } from "@/lib/guide/blog/queries";
import { listPath, type PostView } from "@/lib/guide/blog/rules";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";

const CHIP =
  "inline-flex h-11 shrink-0 items-center rounded-full border-2 border-line bg-surface px-4 hover:bg-raised aria-[current=page]:border-faixa aria-[current=page]:bg-faixa aria-[current=page]:text-faixa-ink";

/** Links to the list of every category. */
export async function SubjectLinks({ categories, view }: { categories: readonly BlogCategory[]; view: PostView }) {
  const t = await getTranslations("guide/blog.list");
  const locale = await getLocale();
  const chips = [
    { key: undefined, label: t("all") },
    ...categories.map((category) => ({ key: category.key, label: translated(category, "name", locale).text })),
  ];
  return (
    <nav aria-label={t("subjects")} className="mt-6" data-print="hide">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
        {chips.map(({ key, label }) => (
          <li key={key ?? ""}>
            <Link
              href={localePath(locale, listPath({ uf: view.uf, category: key, page: 1 }))}
              aria-current={!view.tag && view.category === key ? "page" : undefined}
              className={CHIP}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
