import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Contents } from "@/components/guide/pages/contents";
import { Markdown } from "@/components/ui/markdown";
import { headingsOf, parseMarkdown } from "@/components/ui/markdown-blocks";
import type { Post } from "@/lib/guide/blog/queries";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { FallbackMark } from "../../ui/fallback-mark";

/** Texts with fewer headings get no table of contents. */
const MIN_HEADINGS = 3;

/** The text beside its table of contents, marked when it is not translated; the children follow the text. */
export async function PostBody({ post, children }: { post: Post; children: ReactNode }) {
  const t = await getTranslations("guide/blog.article");
  const layout = await getTranslations("site/layout.content");
  const locale = await getLocale();
  const body = translated(post, "body", locale);
  const headings = headingsOf(parseMarkdown(body.text)).filter(({ level }) => level <= 2);
  const hasContents = headings.length >= MIN_HEADINGS;
  return (
    <div
      className={`mt-8 grid gap-x-10 gap-y-6 print:block ${hasContents ? "lg:grid-cols-[16rem_minmax(0,1fr)]" : ""}`}
    >
      {hasContents && <Contents title={t("contents")} entries={headings.map(({ id, text }) => ({ id, text }))} />}
      <div className="min-w-0 max-w-3xl">
        {body.fallback && (
          <p className="-ml-2 mb-3">
            <FallbackMark label={layout("fallback")} show />
          </p>
        )}
        <div lang={body.fallback ? "pt-BR" : undefined}>
          <Markdown text={body.text} to={(path) => localePath(locale, path)} className="text-lg print:text-base" />
        </div>
        {children}
      </div>
    </div>
  );
}
