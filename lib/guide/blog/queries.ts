import "server-only";
import { cache } from "react";
import { createPublicClient } from "../../platform/supabase/public";
import type { StateAbbr } from "../../geo/states/rules";
import { postRange, POSTS_PER_PAGE } from "./rules";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";

const CARD =
  "id, slug, title, excerpt, category_key, author_name, state_abbr, tags, reading_min, biome, cover_url, publish_at, updated_at, translations, category:blog_categories (key, name, translations)";
const WHOLE = "body, sources, cover_caption, cover_credit";

type PostFilter = { abbr: StateAbbr | null; category?: string };

/** Published posts, newest first; a state's list includes nationwide posts. */
function postsOf({ abbr, category }: PostFilter, columns: typeof CARD) {
  let query = createPublicClient(["blog"]).from("blog_posts").select(columns);
  if (abbr) query = query.or(`state_abbr.is.null,state_abbr.eq.${abbr}`);
  if (category) query = query.eq("category_key", category);
  return query.order("publish_at", { ascending: false }).order("id", { ascending: false });
}

/** One page of posts and whether another follows; does not count rows, because counting is slow for many posts. */
export const listPosts = cache(async (abbr: StateAbbr | null, page: number, category?: string) => {
  const data = orThrow(await postsOf({ abbr, category }, CARD).range(...postRange(page)));
  return pageOf(data);
});

/** One page of the posts with a tag, from all states. */
export const listTaggedPosts = cache(async (tag: string, page: number) => {
  const [skip_rows, last] = postRange(page);
  const tagged = await createPublicClient(["blog"]).rpc("posts_tagged", {
    tag,
    skip_rows,
    max_rows: last - skip_rows + 1,
  });
  if (tagged.error) throw databaseError(tagged.error);
  const ids = tagged.data.map(({ id }) => id);
  if (ids.length === 0) return pageOf<PostCard>([]);
  const data = orThrow(await postsOf({ abbr: null }, CARD).in("id", ids));
  return pageOf(data);
});

function pageOf<Row>(rows: readonly Row[]): { posts: Row[]; hasMore: boolean } {
  return { posts: rows.slice(0, POSTS_PER_PAGE), hasMore: rows.length > POSTS_PER_PAGE };
}

/** The newest posts; a state's list includes nationwide posts. */
export const listNewestPosts = cache(async (abbr: StateAbbr | null, count: number) => {
  return orThrow(await postsOf({ abbr }, CARD).limit(count));
});

/** The newest post of a state; null when it has none. */
export const getStatePost = cache(async (abbr: StateAbbr) => {
  return orThrow(
    await createPublicClient(["blog"])
      .from("blog_posts")
      .select(CARD)
      .eq("state_abbr", abbr)
      .order("publish_at", { ascending: false })
      .limit(1)
      .maybeSingle(),
  );
});

/** One published post; null when there is none. */
export const getPost = cache(async (slug: string) => {
  return orThrow(
    await createPublicClient(["blog"]).from("blog_posts").select(`${CARD}, ${WHOLE}`).eq("slug", slug).maybeSingle(),
  );
});

/** Blog categories in display order. */
export const listBlogCategories = cache(async () => {
  return orThrow(
    await createPublicClient(["blog"])
      .from("blog_categories")
      .select("key, name, translations")
      .order("position")
      .order("key")
      .limit(50),
  );
});

const NEIGHBOUR = "slug, title, state_abbr, translations";

/** The previous and the next post by publish date, within the list of a state or of the country. */
export const listNeighbours = cache(async (post: { id: string; publish_at: string | null }, abbr: StateAbbr | null) => {
  const { id, publish_at: at } = post;
  // A published post has a publish date; return early for drafts.
  if (at === null) return { older: null, newer: null };
  const neighbourOf = async (side: "lt" | "gt") => {
    let query = createPublicClient(["blog"]).from("blog_posts").select(NEIGHBOUR);
    if (abbr) query = query.or(`state_abbr.is.null,state_abbr.eq.${abbr}`);
    const order = { ascending: side === "gt" };
    // Posts with the same publish date are ordered by id.
    query = query.or(`publish_at.${side}."${at}",and(publish_at.eq."${at}",id.${side}.${id})`);
    // Redundant condition without ids, so that the index is used.
    query = side === "lt" ? query.lte("publish_at", at) : query.gte("publish_at", at);
    return orThrow(await query.order("publish_at", order).order("id", order).limit(1).maybeSingle());
  };
  const [older, newer] = await Promise.all([neighbourOf("lt"), neighbourOf("gt")]);
  return { older, newer };
});

export type PostCard = Awaited<ReturnType<typeof listNewestPosts>>[number];
export type Post = NonNullable<Awaited<ReturnType<typeof getPost>>>;
export type BlogCategory = Awaited<ReturnType<typeof listBlogCategories>>[number];
export type Neighbour = NonNullable<Awaited<ReturnType<typeof listNeighbours>>["older"]>;
