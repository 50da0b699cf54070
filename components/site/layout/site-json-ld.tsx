import { getLocale, getTranslations } from "next-intl/server";
import { pageUrl, siteUrl } from "@/lib/platform/site-url";
import { JsonLd } from "../../ui/json-ld";

type Organization = { "@type": "Organization"; "@id": string; name: string; url: string; logo: string };
type SearchAction = {
  "@type": "SearchAction";
  target: { "@type": "EntryPoint"; urlTemplate: string };
  "query-input": string;
};
type WebSite = {
  "@type": "WebSite";
  name: string;
  url: string;
  inLanguage: string;
  publisher: { "@id": string };
  potentialAction: SearchAction;
};

/** JSON-LD of the front page: the publisher of the portal and its search. */
export async function SiteJsonLd() {
  const t = await getTranslations("site/layout.site");
  const locale = await getLocale();
  const id = siteUrl("/#organization");
  const organization: Organization = {
    "@type": "Organization",
    "@id": id,
    name: "Portal LACAMBECHE",
    url: siteUrl(),
    logo: siteUrl("/icons/icon-512.png"),
  };
  const site: WebSite = {
    "@type": "WebSite",
    name: t("title"),
    url: pageUrl(locale, "/"),
    inLanguage: locale,
    publisher: { "@id": id },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${pageUrl(locale, "/busca")}?q={search_term_string}`,
      },
      "query-input": "required name=search_term_string",
    },
  };
  return <JsonLd data={{ "@graph": [organization, site] }} />;
}
