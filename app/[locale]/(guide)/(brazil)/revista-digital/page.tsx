import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { JsonLd } from "@/components/ui/json-ld";
import { ContinueReading } from "@/components/guide/magazines/continue-reading";
import { IssueSearch } from "@/components/guide/magazines/issue-search";
import { MagazineList } from "@/components/guide/magazines/magazine-list";
import { magazineListData } from "@/components/guide/magazines/structured-data";
import { ContentPage } from "@/components/guide/pages/content-page";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { textMetadata } from "@/app/[locale]/page-metadata";
import { listMagazines } from "@/lib/guide/magazines/queries";
import { artOf, issuePath, MAGAZINES_PATH } from "@/lib/guide/magazines/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";

/** Number of newest issues that the search on this page reads. */
const SEARCHED = 24;

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const [current] = await listMagazines();
  const art = current ? artOf(current) : ({ biome: "serra", slug: "revista" } as const);
  return textMetadata("guide/magazines", MAGAZINES_PATH, postcardPath(art.biome, art.slug, "png"));
}

/** List of all issues, with a link to continue reading on this device and a search in the pages. */
export default async function ShelfPage() {
  const locale = await getLocale();
  const t = await getTranslations("guide/magazines");
  const [{ "guide/magazines": texts }, issues] = await Promise.all([getMessages(), listMagazines()]);
  const to = (path: string) => localePath(locale, path);
  const shelf = issues
    .slice(0, SEARCHED)
    .map((issue) => ({ href: to(issuePath(issue.slug)), title: translated(issue, "title", locale).text }));
  return (
    <ContentPage path={MAGAZINES_PATH} title={t("title")} lead={t("lead")}>
      <MagazineList issues={issues} />
      {issues.length > 0 && (
        <ContinueReading
          text={texts.shelf.continue}
          shelf={to(MAGAZINES_PATH)}
          slugs={issues.map(({ slug }) => slug)}
        />
      )}
      {issues.length > 0 && <IssueSearch issues={shelf} labels={texts.shelf} />}
      <JsonLd
        data={magazineListData({
          name: t("title"),
          description: t("metaDescription"),
          url: pageUrl(locale, MAGAZINES_PATH),
          issues,
          to,
        })}
      />
    </ContentPage>
  );
}
