import { ArrowLeft, ArrowRight } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import type { Neighbour } from "@/lib/guide/blog/queries";
import { postPathFrom } from "@/lib/guide/blog/rules";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";

const CARD =
  "flex min-h-24 flex-col justify-center gap-1 rounded-2xl border-2 border-line bg-surface p-4 hover:border-faixa";

/** Links to the previous and the next post. */
export async function PostNeighbours({
  older,
  newer,
  uf,
}: {
  older: Neighbour | null;
  newer: Neighbour | null;
  uf: string | null;
}) {
  const t = await getTranslations("guide/blog.article");
  const locale = await getLocale();
  if (!older && !newer) return null;
  const card = (post: Neighbour, isOlder: boolean) => (
    <Link
      href={localePath(locale, postPathFrom(uf, post))}
      rel={isOlder ? "prev" : "next"}
      className={`${CARD} ${isOlder ? "" : "sm:col-start-2 sm:items-end sm:text-right"}`}
    >
      <span className="inline-flex items-center gap-2 text-sm text-muted">
        {isOlder && <Icon of={ArrowLeft} className="size-4" />}
        {t(isOlder ? "previous" : "next")}
        {!isOlder && <Icon of={ArrowRight} className="size-4" />}
      </span>
      <span className="font-display text-xl leading-tight wrap-anywhere">{translated(post, "title", locale).text}</span>
    </Link>
  );
  return (
    <nav aria-label={t("neighbours")} className="page mt-12 grid gap-4 sm:grid-cols-2" data-print="hide">
      {older && card(older, true)}
      {newer && card(newer, false)}
    </nav>
  );
}
