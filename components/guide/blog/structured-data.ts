import { changedAt, countWords, isTeam, readingMinutes } from "@/lib/guide/blog/rules";
import { siteUrl } from "@/lib/platform/site-url";
import { publisher } from "../pages/publisher";

type Article = {
  author_name: string;
  publish_at: string | null;
  updated_at: string;
  reading_min: number | null;
  body: string;
  tags: readonly string[];
};

type ArticleFacts = {
  title: string;
  excerpt: string;
  category: string;
  language: string;
  url: string;
  image: string;
  sources: readonly { title: string; url: string | null }[];
};

/** A post in schema.org format. */
export function blogPosting(
  post: Article,
  { title, excerpt, category, language, url, image, sources }: ArticleFacts,
): Record<string, unknown> {
  const minutes = readingMinutes(post);
  return {
    "@type": "BlogPosting",
    headline: title,
    ...(excerpt && { description: excerpt }),
    image: [image],
    ...(post.publish_at && { datePublished: post.publish_at, dateModified: changedAt(post) ?? post.publish_at }),
    author: isTeam(post.author_name)
      ? { "@type": "Organization", name: post.author_name, url: siteUrl() }
      : { "@type": "Person", name: post.author_name },
    publisher: publisher(),
    mainEntityOfPage: url,
    url,
    inLanguage: language,
    articleSection: category,
    wordCount: countWords(post.body),
    ...(minutes !== null && { timeRequired: `PT${minutes}M` }),
    ...(post.tags.length > 0 && { keywords: post.tags.join(", ") }),
    ...(sources.length > 0 && {
      citation: sources.map((source) => ({
        "@type": "CreativeWork",
        name: source.title,
        ...(source.url && { url: source.url }),
      })),
    }),
  };
}

type Listed = { title: string; url: string; publishedAt: string | null };

/** A list of posts in schema.org format. */
export function blogOf(
  list: { name: string; description: string; url: string; language: string },
  posts: readonly Listed[],
): Record<string, unknown> {
  return {
    "@type": "Blog",
    name: list.name,
    description: list.description,
    url: list.url,
    inLanguage: list.language,
    publisher: publisher(),
    blogPost: posts.map(({ title, url, publishedAt }) => ({
      "@type": "BlogPosting",
      headline: title,
      url,
      ...(publishedAt && { datePublished: publishedAt }),
    })),
  };
}
