import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Contents } from "@/components/guide/pages/contents";
import { PrintButton } from "@/components/guide/pages/print-button";
import { Markdown } from "@/components/ui/markdown";
import { headingsOf, parseMarkdown } from "@/components/ui/markdown-blocks";
import type { LegalVersion } from "@/lib/accounts/legal/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { formatDay } from "@/lib/platform/format";

type LegalTextProps = {
  versions: readonly LegalVersion[];
  /** Additional entries of the table of contents, for content below the text. */
  more?: readonly { id: string; text: string }[];
  children?: ReactNode;
};

/** The text in force with its version and date, a table of contents, and the earlier versions. */
export async function LegalText({ versions, more = [], children }: LegalTextProps) {
  const t = await getTranslations("guide/pages.legal");
  const locale = await getLocale();
  const to = (path: string) => localePath(locale, path);
  const [current, ...previous] = versions;
  if (!current) return <p className="text-lg">{t("empty")}</p>;
  const dated = ({ version, effective_at }: LegalVersion) =>
    t("version", { version, date: formatDay(effective_at, locale, "long") });
  const entries = headingsOf(parseMarkdown(current.body)).map(({ id, text }) => ({ id, text }));
  return (
    <div className="grid gap-8 lg:grid-cols-[17rem_minmax(0,1fr)] print:block">
      <Contents title={t("contents")} entries={[...entries, ...more]} />
      <div className="grid max-w-3xl gap-8">
        <div className="flex flex-wrap items-center justify-between gap-3 border-b-2 border-line pb-4">
          <p className="text-muted">{dated(current)}</p>
          <PrintButton label={t("print")} />
        </div>
        <Markdown text={current.body} to={to} />
        {children}
        <section aria-labelledby="versoes" data-print="hide" className="border-t-2 border-line pt-5">
          <h2 id="versoes" className="text-2xl">
            {t("previous")}
          </h2>
          {previous.length === 0 && <p className="mt-2 text-muted">{t("first")}</p>}
          {previous.map((version) => (
            <details key={version.version} className="mt-3 rounded-xl border-2 border-line bg-surface p-4">
              <summary className="font-semibold">{dated(version)}</summary>
              <Markdown text={version.body} headingLevel={3} to={to} ids={false} className="mt-4" />
            </details>
          ))}
        </section>
      </div>
    </div>
  );
}
