import { postcardPath } from "@/components/guide/postcards/postcard";
import { itemList } from "@/components/ui/item-list";
import type { Magazine, MagazineCard } from "@/lib/guide/magazines/queries";
import { artOf, issuePath, MAGAZINES_PATH, pdfPath } from "@/lib/guide/magazines/rules";
import { isShown } from "@/lib/platform/media/rules";
import { siteUrl } from "@/lib/platform/site-url";
import { publisher } from "../pages/publisher";

const periodical = () => ({
  "@type": "Periodical",
  name: "LACAMBECHE",
  url: siteUrl(MAGAZINES_PATH),
  publisher: publisher(),
});

/** Converts a path of this site to an absolute address; addresses on other sites stay unchanged. */
const absolute = (path: string) => new URL(path, siteUrl()).href;

/** An issue in schema.org format. */
export function issueData({
  issue,
  title,
  description,
  url,
}: {
  issue: Magazine;
  title: string;
  description: string;
  url: string;
}) {
  const art = artOf(issue);
  return {
    "@type": "PublicationIssue",
    name: title,
    headline: title,
    description,
    issueNumber: String(issue.number),
    datePublished: issue.month,
    dateModified: issue.updated_at,
    inLanguage: "pt-BR",
    isAccessibleForFree: true,
    url,
    image: siteUrl(isShown(issue.cover_url) ? issue.cover_url : postcardPath(art.biome, art.slug, "png")),
    isPartOf: periodical(),
    publisher: publisher(),
    encoding: {
      "@type": "MediaObject",
      encodingFormat: "application/pdf",
      contentUrl: absolute(pdfPath(issue)),
    },
    hasPart: issue.magazine_pages.map(({ page, title: name }) => ({
      "@type": "Article",
      headline: name || title,
      pagination: String(page),
      url: `${url}#pagina=${page}`,
    })),
  };
}

type Shelf = {
  name: string;
  description: string;
  url: string;
  issues: readonly MagazineCard[];
  to: (path: string) => string;
};

/** The list of issues in schema.org format. */
export function magazineListData({ name, description, url, issues, to }: Shelf) {
  return {
    "@type": "CollectionPage",
    name,
    description,
    url,
    about: periodical(),
    mainEntity: itemList(issues.map(({ slug, title }) => ({ url: siteUrl(to(issuePath(slug))), name: title }))),
  };
}
