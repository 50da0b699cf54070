import { pageRange } from "../../platform/paging";
import { DAY_MS } from "../../platform/dates";

export const POSTS_PER_PAGE = 12;

/** Parameters of a post list: country or state, one category, one tag. */
export type PostView = { uf: string | null; category?: string; tag?: string; page: number };

/** Row range of a page, with one extra row that shows whether another page follows. */
export function postRange(page: number): [from: number, to: number] {
  const [from, to] = pageRange(page, POSTS_PER_PAGE);
  return [from, to + 1];
}

/** Path of a list without locale prefix; the first page has no page number, tag lists are always nationwide. */
export function listPath({ uf, category, tag, page }: PostView): string {
  const base = uf && !tag ? `/${uf}/blog` : "/blog";
  const narrowed = tag ? `/tag/${encodeURIComponent(tag)}` : category ? `/categoria/${category}` : "";
  return base + narrowed + (page > 1 ? `/pagina/${page}` : "");
}

type Address = { slug: string; state_abbr: string | null };

/** Canonical path: a post of a state is below that state. */
export function postPath({ slug, state_abbr }: Address): string {
  return state_abbr ? `/${state_abbr.toLowerCase()}/blog/${slug}` : `/blog/${slug}`;
}

/** Path of a post within a state's blog: nationwide posts have a page there too. */
export function postPathFrom(uf: string | null, post: Address): string {
  return uf && !post.state_abbr ? `/${uf}/blog/${post.slug}` : postPath(post);
}

/** Whether a path segment has the format of a post slug or category key; other segments need no database query. */
export function isPostSlug(segment: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(segment) && segment.length <= 200;
}

/** Whether a tag has a valid format: letters, digits, spaces and `.+-`. */
export function isTag(tag: string): boolean {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N} .+-]{0,58}[\p{L}\p{N}+])?$/u.test(tag);
}

/** Decodes the tag of a path segment; null when it is invalid. */
export function tagOfSegment(segment: string): string | null {
  try {
    const tag = decodeURIComponent(segment);
    return isTag(tag) ? tag : null;
  } catch {
    return null;
  }
}

/** Reading speed of an adult; minutes are rounded up, so a short post takes one minute. */
const WORDS_PER_MINUTE = 200;

/** Approximate number of words of a Markdown text. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** Reading time in minutes: the author's value, else an estimate from the word count; null for an empty text. */
export function readingMinutes({ reading_min, body }: { reading_min: number | null; body?: string }): number | null {
  const words = countWords(body ?? "");
  return reading_min ?? (words > 0 ? Math.ceil(words / WORDS_PER_MINUTE) : null);
}

/** Date of the last change, if it is at least one day after publication; otherwise null. */
export function changedAt({
  publish_at,
  updated_at,
}: {
  publish_at: string | null;
  updated_at: string;
}): string | null {
  return publish_at && Date.parse(updated_at) - Date.parse(publish_at) >= DAY_MS ? updated_at : null;
}

export type PostSource = { title: string; url: string | null };

/** Sources of a post; an invalid URL is dropped but its title is kept. */
export function sourcesOf(value: unknown): PostSource[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const { title, url } = (entry ?? {}) as { title?: unknown; url?: unknown };
    const address = typeof url === "string" && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
    const name = typeof title === "string" && title.trim() ? title.trim() : address;
    return name ? [{ title: name, url: address }] : [];
  });
}

/** Cover image of a post; only files of this site are allowed, otherwise null and the generated postcard is shown. */
export function coverPhoto(url: string | null): string | null {
  return url && /^\/(?![/\\])[^\\\s"'<>]+$/.test(url) ? url : null;
}

/** Whether the author is the portal's team and not a guest. */
export function isTeam(author: string): boolean {
  return /\blacambeche\b/i.test(author);
}

/** Tags of the given posts, the most frequent first. */
export function tagsOf(posts: readonly { tags: readonly string[] }[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([tag]) => tag);
}
