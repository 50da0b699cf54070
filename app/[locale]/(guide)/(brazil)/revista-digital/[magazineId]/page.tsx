import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { JsonLd } from "@/components/ui/json-ld";
import { IssueContents } from "@/components/guide/magazines/issue-contents";
import { IssueHeader } from "@/components/guide/magazines/issue-header";
import { IssuePages } from "@/components/guide/magazines/issue-pages";
import { ReaderLauncher } from "@/components/guide/magazines/reader-launcher";
import { issueData } from "@/components/guide/magazines/structured-data";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { getMagazine } from "@/lib/guide/magazines/queries";
import { artOf, issuePath, MAGAZINES_PATH } from "@/lib/guide/magazines/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata, shortTitle } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { redirectOrNotFound } from "@/lib/platform/redirects/queries";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";

type Props = { params: Promise<{ magazineId: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const { magazineId } = await params;
  const issue = await getMagazine(magazineId);
  if (!issue) return redirectOrNotFound(issuePath(magazineId));
  if (issue.slug !== magazineId) permanentRedirect(localePath(await getLocale(), issuePath(issue.slug)));
  return issue;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const issue = await load(params);
  const locale = await getLocale();
  const t = await getTranslations("guide/magazines.reader");
  const names = { title: translated(issue, "title", locale).text, number: issue.number };
  const art = artOf(issue);
  return pageMetadata({
    locale,
    path: issuePath(issue.slug),
    title: shortTitle(t("metaTitle", names), t("metaTitleShort", names)),
    description: translated(issue, "summary", locale).text || t("metaDescription", names),
    image: postcardPath(art.biome, art.slug, "png"),
    type: "article",
  });
}

export default async function IssuePage({ params }: Props) {
  const issue = await load(params);
  const [t, locale, { "guide/magazines": texts }] = await Promise.all([
    getTranslations("guide/magazines"),
    getLocale(),
    getMessages(),
  ]);
  const title = translated(issue, "title", locale).text;
  const url = pageUrl(locale, issuePath(issue.slug));
  const pages = issue.magazine_pages.length;
  return (
    <main id="conteudo" className="pb-14">
      <PageCrumbs
        startsAtHome={false}
        crumbs={[
          { name: t("title"), path: MAGAZINES_PATH },
          { name: title, path: issuePath(issue.slug) },
        ]}
      />
      <IssueHeader issue={issue} url={url} />
      <div className="page mt-4" data-reader>
        {pages > 0 && <ReaderLauncher slug={issue.slug} title={title} pages={pages} labels={texts.reader.bar} />}
        <IssueContents issue={issue} />
        {pages > 0 ? (
          <IssuePages issue={issue} />
        ) : (
          <p className="text-lg">{t(issue.pdf_path ? "reader.onlyPdf" : "reader.noPages")}</p>
        )}
      </div>
      <JsonLd
        data={issueData({
          issue,
          title,
          description:
            translated(issue, "summary", locale).text || t("reader.metaDescription", { title, number: issue.number }),
          url,
        })}
      />
    </main>
  );
}
