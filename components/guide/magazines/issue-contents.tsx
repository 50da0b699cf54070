import { getTranslations } from "next-intl/server";
import type { Magazine } from "@/lib/guide/magazines/queries";
import { pageKind } from "@/lib/guide/magazines/rules";

/** The issue's table of contents in the HTML; the reader's toolbar has another one with pictures. */
export async function IssueContents({ issue }: { issue: Magazine }) {
  const t = await getTranslations("guide/magazines");
  if (issue.magazine_pages.length === 0) return null;
  return (
    <details
      className="mx-auto mb-6 max-w-[44rem] rounded-xl border border-line bg-surface px-5 py-3"
      data-print="hide"
      data-contents
    >
      <summary className="font-display text-xl">{t("reader.contents")}</summary>
      <ol className="mt-2 grid gap-x-8 sm:grid-cols-2">
        {issue.magazine_pages.map(({ page, title, kind }) => (
          <li key={page}>
            <a href={`#pagina-${page}`} className="flex min-h-10 items-center gap-3 hover:underline">
              <span className="w-6 text-right font-display text-lg text-faixa-text">{page}</span>
              {title || t(`kinds.${pageKind(kind)}`)}
            </a>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-sm text-muted">{t("reader.offline")}</p>
    </details>
  );
}
