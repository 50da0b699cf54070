import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { listPath, tagOfSegment, type PostView } from "@/lib/guide/blog/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { pageOfSegment } from "@/lib/platform/paging";
import type { Settings } from "@/lib/platform/settings/schema";

/** Path of the feed without locale prefix. */
export const FEED_PATH = "/blog/rss.xml";

/** Adds the link to the RSS feed to the metadata of a blog page. */
export async function withFeed(page: Metadata): Promise<Metadata> {
  const t = await getTranslations("guide/blog.list");
  const url = pageUrl(await getLocale(), FEED_PATH);
  return {
    ...page,
    alternates: { ...page.alternates, types: { "application/rss+xml": [{ url, title: t("rssTitle") }] } },
  };
}

/** Contact address of the editors: their e-mail, or the review form when the settings contain none. */
export function editorsAddress({ contact_email }: Settings, locale: Locale): string {
  return contact_email ? `mailto:${contact_email}` : localePath(locale, "/enviar-avaliacao");
}

/** The post list of a page number above 1; page 1 has only the address of the list itself. */
export async function furtherPage(params: {
  uf?: string;
  category?: string;
  tag?: string;
  page: string;
}): Promise<PostView> {
  const page = pageOfSegment(params.page);
  const tag = params.tag === undefined ? undefined : tagOfSegment(params.tag);
  if (page === null || tag === null) notFound();
  const view = { uf: params.uf ?? null, category: params.category, tag, page };
  if (page === 1) permanentRedirect(localePath(await getLocale(), listPath(view)));
  return view;
}
