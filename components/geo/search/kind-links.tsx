import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { SEARCH_KINDS, searchPath } from "@/lib/geo/search/rules";

const CHIP =
  "inline-flex min-h-11 items-center rounded-full border-2 border-line bg-surface px-4 hover:bg-raised aria-[current]:border-faixa aria-[current]:bg-faixa aria-[current]:text-faixa-ink";

/** Links to the same query for one kind only. */
export async function KindLinks({ q, uf, kinds }: { q: string; uf: string; kinds: readonly string[] }) {
  const t = await getTranslations("geo/search");
  const locale = await getLocale();
  return (
    <nav aria-label={t("kinds")} className="mt-4 flex flex-wrap gap-2">
      {["", ...SEARCH_KINDS].map((kind) => (
        <Link
          key={kind}
          href={searchPath(locale, { q, uf, kind })}
          aria-current={kinds.join() === kind ? "true" : undefined}
          className={CHIP}
        >
          {t(`kind.${(kind || "all") as "all"}`)}
        </Link>
      ))}
    </nav>
  );
}
