import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Rss } from "lucide";
import { PostCard } from "@/components/guide/blog/post-card";
import { PostSearch } from "@/components/guide/blog/post-search";
import { blogOf } from "@/components/guide/blog/structured-data";
import { SubjectLinks } from "@/components/guide/blog/subject-links";
import { TagLinks } from "@/components/guide/blog/tag-links";
import { PageLinks } from "@/components/ui/page-links";
import { JsonLd } from "@/components/ui/json-ld";
import { CallToAction } from "@/components/ui/call-to-action";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { Icon } from "@/components/ui/icon";
import {
  getStatePost,
  listBlogCategories,
  listPosts,
  listTaggedPosts,
  type PostCard as Post,
} from "@/lib/guide/blog/queries";
import { listPath, postPath, tagsOf, type PostView } from "@/lib/guide/blog/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata, shortTitle } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { getSettings } from "@/lib/platform/settings/queries";
import { stateOfSegment, type State } from "@/lib/geo/states/rules";
import { editorsAddress, FEED_PATH, withFeed } from "./blog-pages";
import { PlacedAd } from "../placed-ad";
import { buttonClass } from "@/components/ui/button-class";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";

/** Fewer posts than this are shown without a search field. */
const MIN_SEARCHED = 4;
const MAX_TAGS = 16;

/** Loads a list; unknown states, categories and tags and pages after the last one answer 404. */
async function load(view: PostView) {
  const state = view.uf === null ? null : stateOfSegment(view.uf);
  if (view.uf !== null && !state) notFound();
  const locale = await getLocale();
  const [categories, { posts, hasMore }, stateOwn] = await Promise.all([
    listBlogCategories(),
    view.tag ? listTaggedPosts(view.tag, view.page) : listPosts(state?.abbr ?? null, view.page, view.category),
    state ? getStatePost(state.abbr) : null,
  ]);
  const category = categories.find(({ key }) => key === view.category);
  if (view.category && !category) notFound();
  if (posts.length === 0 && (view.page > 1 || view.tag)) notFound();
  const narrowed = view.tag ? "tag" : category ? "category" : null;
  return {
    state,
    categories,
    posts,
    hasMore,
    stateOwn,
    narrowed,
    words: {
      state: state?.name ?? "",
      category: category ? translated(category, "name", locale).text : "",
      tag: view.tag ?? "",
      page: view.page,
    },
  };
}

type Loaded = Awaited<ReturnType<typeof load>>;

async function textsOf({ narrowed, words, state }: Loaded) {
  const t = await getTranslations("guide/blog.list");
  if (narrowed === "tag")
    return {
      title: t("tagTitle", words),
      lead: t("tagLead", words),
      metaTitle: t("tagMetaTitle", words),
      description: t("tagLead", words),
    };
  if (narrowed === "category")
    return {
      title: t("categoryTitle", words),
      lead: t("categoryLead", words),
      metaTitle: t("categoryMetaTitle", words),
      description: t("categoryLead", words),
    };
  const further = words.page > 1;
  if (state)
    return {
      title: t("stateTitle", words),
      lead: t("stateLead", words),
      metaTitle: t(further ? "stateMetaTitlePage" : "stateMetaTitle", words),
      description: t("stateMetaDescription", words),
    };
  return {
    title: t("title"),
    lead: t("lead"),
    metaTitle: t(further ? "metaTitlePage" : "metaTitle", words),
    description: t("metaDescription"),
  };
}

/** Title, description and address of a list; the canonical address of a category within a state is the category in the whole country. */
export async function postListMetadata(view: PostView): Promise<Metadata> {
  const loaded = await load(view);
  const texts = await textsOf(loaded);
  const t = await getTranslations("guide/blog.list");
  const page = pageMetadata({
    locale: await getLocale(),
    path: listPath(view.category ? { ...view, uf: null } : view),
    title: shortTitle(texts.metaTitle),
    description: texts.description,
    more: t("lead"),
    image: postcardPath(
      loaded.posts[0]?.biome ?? null,
      `blog-${view.tag ? "tag" : (view.category ?? view.uf ?? "brasil")}`,
      "png",
    ),
  });
  return withFeed(loaded.posts.length > 0 ? page : { ...page, robots: { index: false, follow: true } });
}

/** One page of posts, complete in the HTML; categories, tags and pages are links, a client component searches the page. */
export async function PostList(view: PostView) {
  const loaded = await load(view);
  const { state, categories, posts, hasMore } = loaded;
  const t = await getTranslations("guide/blog.list");
  const locale = await getLocale();
  const texts = await textsOf(loaded);
  const to = (path: string) => localePath(locale, path);
  return (
    <main id="conteudo" className="pb-14">
      <Trail view={view} state={state} title={texts.title} isNarrowed={loaded.narrowed !== null} />
      <div className="page">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <div className="max-w-3xl">
            <h1 className="display-1 wrap-anywhere">{texts.title}</h1>
            <p className="mt-2 text-lg text-muted">{texts.lead}</p>
          </div>
          <a
            href={to(FEED_PATH)}
            data-print="hide"
            className="inline-flex min-h-11 items-center gap-2 text-link underline underline-offset-4"
          >
            <Icon of={Rss} className="size-5" />
            {t("rss")}
          </a>
        </header>
        <SubjectLinks categories={categories} view={view} />
        {posts.length === 0 ? (
          <NoPosts isNarrowed={loaded.narrowed !== null || state !== null} />
        ) : (
          <Posts view={view} loaded={loaded} />
        )}
        <PlacedAd placement="blog_inline" state={state} className="mt-10" />
        <PageLinks
          newer={view.page > 1 ? to(listPath({ ...view, page: view.page - 1 })) : null}
          older={hasMore ? to(listPath({ ...view, page: view.page + 1 })) : null}
          labels={{
            pages: t("pages"),
            pageNumber: t("pageNumber", { page: view.page }),
            newer: t("newer"),
            older: t("older"),
          }}
        />
        <TagLinks title={t("tags")} tags={tagsOf(posts, MAX_TAGS)} />
        <Invite state={state} hasOwn={loaded.stateOwn !== null} />
      </div>
      <JsonLd
        data={blogOf(
          {
            name: texts.title,
            description: texts.lead,
            url: pageUrl(locale, listPath(view)),
            language: locale,
          },
          posts.map((post) => ({
            title: translated(post, "title", locale).text,
            url: pageUrl(locale, postPath(post)),
            publishedAt: post.publish_at,
          })),
        )}
      />
    </main>
  );
}

async function Trail({
  view,
  state,
  title,
  isNarrowed,
}: {
  view: PostView;
  state: State | null;
  title: string;
  isNarrowed: boolean;
}) {
  const layout = await getTranslations("site/layout");
  return (
    <PageCrumbs
      state={state}
      crumbs={[
        { name: layout("nav.blog"), path: listPath({ uf: view.uf, page: isNarrowed ? 1 : view.page }) },
        ...(isNarrowed ? [{ name: title, path: listPath(view) }] : []),
      ]}
    />
  );
}

async function Posts({ view, loaded }: { view: PostView; loaded: Loaded }) {
  const t = await getTranslations("guide/blog.list");
  const search = await getTranslations("guide/blog.search");
  const locale = await getLocale();
  const isFirst = view.page === 1 && loaded.narrowed === null;
  const featured = isFirst ? (loaded.stateOwn ?? loaded.posts[0]) : undefined;
  const others = loaded.posts.filter(({ id }) => id !== featured?.id);
  const words = (post: Post) =>
    [
      translated(post, "title", locale).text,
      translated(post, "excerpt", locale).text,
      post.category && translated(post.category, "name", locale).text,
      post.author_name,
      ...post.tags,
    ].join(" ");
  const list = (
    <>
      {featured && (
        <div data-search={words(featured)} className="mt-6">
          <PostCard post={featured} uf={view.uf} wide={{ label: t("featured"), priority: true }} />
        </div>
      )}
      <ul aria-label={t("more")} className="mt-5 grid gap-5 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
        {others.map((post) => (
          <li key={post.id} data-search={words(post)}>
            <PostCard post={post} uf={view.uf} />
          </li>
        ))}
      </ul>
    </>
  );
  if (loaded.posts.length < MIN_SEARCHED) return list;
  return (
    <PostSearch
      labels={{
        label: search("label"),
        hint: search("hint"),
        count: String(search.raw("count")),
        none: search("none"),
        clear: search("clear"),
      }}
    >
      {list}
    </PostSearch>
  );
}

async function NoPosts({ isNarrowed }: { isNarrowed: boolean }) {
  const t = await getTranslations("guide/blog.list");
  const locale = await getLocale();
  return (
    <div className="mt-8 rounded-2xl border-2 border-dashed border-line p-8 text-center">
      <p className="text-lg">{t(isNarrowed ? "empty" : "emptyAll")}</p>
      <Link
        href={localePath(locale, isNarrowed ? "/blog" : "/home")}
        className={buttonClass({ look: "primary", size: "lg", className: "mt-4" })}
      >
        {t(isNarrowed ? "emptyAction" : "emptyAllAction")}
      </Link>
    </div>
  );
}

async function Invite({ state, hasOwn }: { state: State | null; hasOwn: boolean }) {
  const t = await getTranslations("guide/blog.list");
  const locale = await getLocale();
  const write = { label: t("write"), href: editorsAddress(await getSettings(), locale) };
  if (!state) return <CallToAction title={t("inviteMoreTitle")} text={t("inviteMore")} actions={[write]} />;
  const suggest = { label: t("suggest"), href: localePath(locale, `/${state.abbr.toLowerCase()}/cadastro`) };
  return (
    <CallToAction
      title={hasOwn ? t("inviteMoreTitle") : t("inviteTitle", { state: state.name })}
      text={t(hasOwn ? "inviteMore" : "invite")}
      actions={[suggest, write]}
    />
  );
}
