import { Feed } from "feed";
import { getTranslations } from "next-intl/server";
import { postImage } from "@/components/guide/blog/post-picture";
import { listNewestPosts } from "@/lib/guide/blog/queries";
import { changedAt, postPath } from "@/lib/guide/blog/rules";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { HREFLANG, isLocale, localePath } from "@/lib/platform/i18n/routing";
import { withoutControls } from "@/lib/platform/xml";
import { FEED_PATH } from "../../../blog-pages";

export const dynamic = "force-static";
export const revalidate = 300;
export const generateStaticParams = () => [];

const MAX_ITEMS = 30;

/** The newest posts for feed readers, in the language of the address. */
export async function GET(_request: Request, { params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  if (!isLocale(locale)) return new Response("Not found", { status: 404 });
  const t = await getTranslations({ locale, namespace: "guide/blog.list" });
  const posts = await listNewestPosts(null, MAX_ITEMS);
  const site = env.NEXT_PUBLIC_SITE_URL;
  const at = (path: string) => site + localePath(locale, path);
  const newest = posts[0];
  const feed = new Feed({
    id: at("/blog"),
    title: t("rssTitle"),
    description: t("lead"),
    link: at("/blog"),
    language: HREFLANG[locale],
    favicon: `${site}/favicon.ico`,
    generator: false,
    feedLinks: { rss: at(FEED_PATH) },
    ...(newest?.publish_at && { updated: new Date(changedAt(newest) ?? newest.publish_at) }),
  });
  for (const post of posts) {
    const text = (field: "title" | "excerpt") => withoutControls(translated(post, field, locale).text);
    feed.addItem({
      id: at(postPath(post)),
      title: text("title"),
      link: at(postPath(post)),
      description: text("excerpt"),
      date: new Date(post.publish_at ?? post.updated_at),
      category: [
        { name: withoutControls(post.category ? translated(post.category, "name", locale).text : post.category_key) },
      ],
      enclosure: { url: site + postImage(post), type: imageType(postImage(post)), length: 0 },
    });
  }
  return new Response(feed.rss2(), { headers: { "content-type": "application/rss+xml; charset=utf-8" } });
}

/** Media type by the end of the address; uploaded photos are WebP. */
const imageType = (address: string) => `image/${address.split(".").at(-1)}`;
