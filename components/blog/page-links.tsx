import { ArrowLeft, ArrowRight } from "lucide";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { listPath, type PostView } from "@/lib/blog/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { buttonClass } from "@/components/ui/button-class";

const LINK = buttonClass({ look: "surface", size: "lg" });

/** Links to newer and older posts; nothing when all posts fit on one page. */
export async function PageLinks({ view, hasMore }: { view: PostView; hasMore: boolean }) {
  const t = await getTranslations("blog.list");
  const locale = await getLocale();
  if (view.page === 1 && !hasMore) return null;
  const to = (page: number) => localePath(locale, listPath({ ...view, page }));
  return (
    <nav aria-label={t("pages")} className="mt-8 flex flex-wrap items-center justify-between gap-3" data-print="hide">
      {view.page > 1 ? (
        <Link href={to(view.page - 1)} prefetch={false} rel="prev" className={LINK}>
          <Icon of={ArrowLeft} className="size-5" />
          {t("newer")}
        </Link>
      ) : (
        <span />
      )}
      <span className="text-muted tabular">{t("pageNumber", { page: view.page })}</span>
      {hasMore ? (
        <Link href={to(view.page + 1)} prefetch={false} rel="next" className={LINK}>
          {t("older")}
          <Icon of={ArrowRight} className="size-5" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
