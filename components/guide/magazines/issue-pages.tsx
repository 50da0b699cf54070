import { getLocale, getTranslations } from "next-intl/server";
import { Postcard } from "@/components/guide/postcards/postcard";
import { Markdown } from "@/components/ui/markdown";
import type { Magazine, MagazinePage } from "@/lib/guide/magazines/queries";
import { artOf, pageKind } from "@/lib/guide/magazines/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { IssueCover } from "./issue-cover";
import styles from "./issue-pages.module.css";

/** Every page of an issue as text below a picture: used on phones, by search engines and for printing. */
export async function IssuePages({ issue }: { issue: Magazine }) {
  const t = await getTranslations("guide/magazines");
  const locale = await getLocale();
  const to = (path: string) => localePath(locale, path);
  return issue.magazine_pages.map((page) => (
    <section
      key={page.page}
      id={`pagina-${page.page}`}
      data-page={page.page}
      data-title={page.title}
      data-kind={page.kind}
      aria-label={t("reader.page", { page: page.page })}
      lang="pt-BR"
      className={styles.page}
    >
      <PageArt issue={issue} page={page} />
      <div className={styles.words}>
        <p className={styles.kind}>{t(`kinds.${pageKind(page.kind)}`)}</p>
        {page.title && <h2 className={styles.title}>{page.title}</h2>}
        <Markdown text={page.body} headingLevel={3} to={to} className={styles.body} />
      </div>
      <p className={styles.number} aria-hidden>
        {page.page}
      </p>
    </section>
  ));
}

function PageArt({ issue, page }: { issue: Magazine; page: MagazinePage }) {
  if (page.page === 1) {
    return (
      <div className={styles.cover} data-art>
        <IssueCover issue={issue} priority />
      </div>
    );
  }
  return (
    <div data-art className={styles.art}>
      <Postcard {...artOf(issue, page.page)} alt="" />
    </div>
  );
}
