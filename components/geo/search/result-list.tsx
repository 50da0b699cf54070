import { Link } from "@/components/ui/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { Icon } from "@/components/ui/icon";
import type { SearchGroup, SearchResult } from "@/lib/geo/search/rules";
import { KIND_ICON } from "./kind-icons";
import { MarkedText } from "./marked-text";

/** What the corner of a result contains beside its link, such as a button; null for nothing. */
export type ResultCorner = (result: SearchResult) => ReactNode;

type Props = { groups: readonly SearchGroup[]; query: string; corner: ResultCorner };

/** Results grouped by kind. */
export async function ResultList({ groups, query, corner }: Props) {
  const t = await getTranslations("geo/search");
  return (
    <div className="mt-6 grid gap-8">
      {groups.map(({ kind, results }) => (
        <section key={kind} aria-labelledby={`kind-${kind}`}>
          <h2 id={`kind-${kind}`} className="flex items-center gap-2 text-2xl">
            <Icon of={KIND_ICON[kind]} className="size-6 text-muted" />
            {t(`kind.${kind}`)}
          </h2>
          <ul className="mt-3 grid gap-2 md:grid-cols-2">
            {results.map((result) => (
              <ResultCard
                key={result.href}
                result={result}
                query={query}
                mark={t("fallback")}
                corner={corner(result)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ResultCard({
  result: { href, title, state, summary, fallback },
  query,
  mark,
  corner,
}: {
  result: SearchResult;
  query: string;
  mark: string;
  corner: ReactNode;
}) {
  return (
    <li className="relative flex items-start gap-2 rounded-xl border border-line bg-surface px-4 py-3 hover:border-faixa hover:bg-raised">
      <div className="min-w-0 grow">
        <p className="flex items-baseline justify-between gap-3">
          <Link
            href={href}
            className="font-display text-xl leading-tight after:absolute after:inset-0 after:rounded-xl after:content-['']"
          >
            <MarkedText text={title} query={query} />
          </Link>
          {state && <span className="shrink-0 text-sm text-muted">{state}</span>}
        </p>
        {summary && (
          <p className="mt-1 line-clamp-2 text-muted" lang={fallback ? "pt-BR" : undefined}>
            <MarkedText text={summary} query={query} />
            <FallbackMark label={mark} show={fallback} />
          </p>
        )}
      </div>
      {corner}
    </li>
  );
}
