import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { AuthorBox } from "@/components/guide/blog/author-box";
import { PostActions } from "@/components/guide/blog/post-actions";
import { PostBody } from "@/components/guide/blog/post-body";
import { PostCover } from "@/components/guide/blog/post-cover";
import { PostHeader } from "@/components/guide/blog/post-header";
import { PostNeighbours } from "@/components/guide/blog/post-neighbours";
import { PostRoutes } from "@/components/guide/blog/post-routes";
import { PostSources } from "@/components/guide/blog/post-sources";
import { blogPosting } from "@/components/guide/blog/structured-data";
import { TagLinks } from "@/components/guide/blog/tag-links";
import { JsonLd } from "@/components/ui/json-ld";
import { postImage } from "@/components/guide/blog/post-picture";
import { getPost, listNeighbours, type Post } from "@/lib/guide/blog/queries";
import { changedAt, isPostSlug, postPath, postPathFrom, sourcesOf } from "@/lib/guide/blog/rules";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata, shortTitle } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { redirectOrNotFound } from "@/lib/platform/redirects/queries";
import { listRelatedRegions } from "@/lib/guide/regions/queries";
import { getSettings } from "@/lib/platform/settings/queries";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { pageUrl, siteUrl } from "@/lib/platform/site-url";
import { editorsAddress, withFeed } from "./blog-pages";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";

type Place = { uf: string | null; slug: string };

/** Loads the post of an address; a post of another state redirects to its own address, a missing one follows the redirects table. */
async function load({ uf, slug }: Place) {
  const state = uf === null ? null : stateOfSegment(uf);
  if (uf !== null && !state) notFound();
  const post = isPostSlug(slug) ? await getPost(slug) : null;
  if (!post) return redirectOrNotFound(...(uf ? [`/${uf}/blog/${slug}`] : []), `/blog/${slug}`);
  if (state && post.state_abbr && post.state_abbr !== state.abbr)
    permanentRedirect(localePath(await getLocale(), postPath(post)));
  return { state, post };
}

/** Title, description and share image of a post; the canonical address is the same wherever the post is shown. */
export async function postMetadata(place: Place): Promise<Metadata> {
  const { post } = await load(place);
  const locale = await getLocale();
  const t = await getTranslations("guide/blog.article");
  const title = translated(post, "title", locale).text;
  const page = pageMetadata({
    locale,
    path: postPath(post),
    title: shortTitle(t("metaTitle", { title })),
    description: translated(post, "excerpt", locale).text,
    more: t("metaMore", { category: categoryOf(post, locale) }),
    image: postImage(post),
    type: "article",
  });
  const times = {
    publishedTime: post.publish_at ?? undefined,
    modifiedTime: changedAt(post) ?? post.publish_at ?? undefined,
  };
  return withFeed({
    ...page,
    openGraph: { ...page.openGraph, type: "article", ...times, authors: [post.author_name], tags: post.tags },
  });
}

const categoryOf = (post: Post, locale: Parameters<typeof translated>[2]) =>
  post.category ? translated(post.category, "name", locale).text : post.category_key;

/** One post: picture, text, sources, author and links to further pages. */
export async function PostArticle(place: Place) {
  const { uf } = place;
  const { state, post } = await load(place);
  const locale = await getLocale();
  const t = await getTranslations("guide/blog.article");
  const own = state ?? stateOfSegment(post.state_abbr?.toLowerCase());
  const [settings, neighbours, regions] = await Promise.all([
    getSettings(),
    listNeighbours(post, state?.abbr ?? null),
    listRelatedRegions(own?.abbr ?? null, post.biome),
  ]);
  const title = translated(post, "title", locale).text;
  const sources = sourcesOf(post.sources);
  return (
    <main id="conteudo" className="pb-14">
      <Trail post={post} uf={uf} title={title} />
      <article className="page">
        <PostHeader post={post} uf={uf} />
        <PostActions path={postPath(post)} title={title} />
        <PostCover post={post} title={title} />
        <PostBody post={post}>
          <PostSources sources={sources} />
          <AuthorBox post={post} contact={editorsAddress(settings, locale)} />
          <TagLinks title={t("tags")} tags={post.tags} />
        </PostBody>
      </article>
      <PostNeighbours {...neighbours} uf={uf} />
      <PostRoutes regions={regions} state={own} />
      <JsonLd
        data={blogPosting(post, {
          title,
          excerpt: translated(post, "excerpt", locale).text,
          category: categoryOf(post, locale),
          language: translated(post, "body", locale).fallback ? "pt-BR" : locale,
          url: pageUrl(locale, postPath(post)),
          image: siteUrl(postImage(post)),
          sources,
        })}
      />
    </main>
  );
}

async function Trail({ post, uf, title }: { post: Post; uf: string | null; title: string }) {
  const layout = await getTranslations("site/layout");
  return (
    <PageCrumbs
      state={uf ? stateOfSegment(uf) : null}
      crumbs={[
        { name: layout("nav.blog"), path: uf ? `/${uf}/blog` : "/blog" },
        { name: title, path: postPathFrom(uf, post) },
      ]}
    />
  );
}
