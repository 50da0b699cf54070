import type { StateAbbr } from "../states/rules";

/** Posts on one page of a list. */
export const POSTS_PER_PAGE = 12;

/** What a list shows: of the country or of a state, of one subject, with one tag. */
export type PostView = { uf: string | null; category?: string; tag?: string; page: number };

/** First and last row of a page as the database counts, and one more that tells whether a page follows. */
export function pageRange(page: number): [from: number, to: number] {
  return [(page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE];
}

/** Address of a list without locale prefix; the first page is the list itself, tags stand for the whole country. */
export function listPath({ uf, category, tag, page }: PostView): string {
  const base = uf && !tag ? `/${uf}/blog` : "/blog";
  const narrowed = tag ? `/tag/${encodeURIComponent(tag)}` : category ? `/categoria/${category}` : "";
  return base + narrowed + (page > 1 ? `/pagina/${page}` : "");
}

type Address = { slug: string; state_abbr: string | null };

/** The one address search engines keep: a state's post lives in its state. */
export function postPath({ slug, state_abbr }: Address): string {
  return state_abbr ? `/${state_abbr.toLowerCase()}/blog/${slug}` : `/blog/${slug}`;
}

/** Address of a post for somebody who travels in a state: national posts are read there too. */
export function postPathFrom(uf: string | null, post: Address): string {
  return uf && !post.state_abbr ? `/${uf}/blog/${post.slug}` : postPath(post);
}

/** Whether an address segment has the form of a post's slug or a category's key; anything else need not be looked for. */
export function isPostSlug(segment: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(segment) && segment.length <= 200;
}

/** Whether a tag has a page: letters, digits and what joins words. */
export function isTag(tag: string): boolean {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N} .+-]{0,58}[\p{L}\p{N}+])?$/u.test(tag);
}

/** The tag an address segment names, or null for whatever is none. */
export function tagOfSegment(segment: string): string | null {
  try {
    const tag = decodeURIComponent(segment);
    return isTag(tag) ? tag : null;
  } catch {
    return null;
  }
}

/** Cache tags of everything read about posts, of one state or of the country. */
export function blogTags(abbr: StateAbbr | null): string[] {
  return abbr ? ["blog", `blog:${abbr}`] : ["blog"];
}

/** Reading pace of an adult; rounded up, a short note still takes a minute. */
const WORDS_PER_MINUTE = 200;

/** Number of words of a text in markdown, near enough. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** Minutes a post takes to read: what its author says, else an estimate from its words; null when there is nothing to count. */
export function readingMinutes({ reading_min, body }: { reading_min: number | null; body?: string }): number | null {
  const words = countWords(body ?? "");
  return reading_min ?? (words > 0 ? Math.ceil(words / WORDS_PER_MINUTE) : null);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a post was changed after it came out, if that was on a later day; null when it was not. */
export function changedAt({ publish_at, updated_at }: { publish_at: string | null; updated_at: string }): string | null {
  return publish_at && Date.parse(updated_at) - Date.parse(publish_at) >= DAY_MS ? updated_at : null;
}

export type PostSource = { title: string; url: string | null };

/** The sources a reader may check; an address that is no web address is left out, its title stays. */
export function sourcesOf(value: unknown): PostSource[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const { title, url } = (entry ?? {}) as { title?: unknown; url?: unknown };
    const address = typeof url === "string" && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
    const name = typeof title === "string" && title.trim() ? title.trim() : address;
    return name ? [{ title: name, url: address }] : [];
  });
}

/** The photo of a post; only files of this site are shown, anything else leaves the postcard. */
export function coverPhoto(url: string | null): string | null {
  return url && /^\/(?![/\\])[^\\\s"'<>]+$/.test(url) ? url : null;
}

/** Whether an author is the portal's own team, not a guest. */
export function isTeam(author: string): boolean {
  return /\blacambeche\b/i.test(author);
}

/** The tags of the posts shown, the most used first. */
export function tagsOf(posts: readonly { tags: readonly string[] }[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, most).map(([tag]) => tag);
}
