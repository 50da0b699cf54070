import { getLocale, getTranslations } from "next-intl/server";
import type { Post } from "@/lib/guide/blog/queries";
import { changedAt, postPathFrom } from "@/lib/guide/blog/rules";
import { formatDay } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { FavouriteButton } from "../favourites/favourite-button";
import { FallbackMark } from "../../ui/fallback-mark";
import { PostLabels } from "./post-labels";
import { PostMeta } from "./post-meta";

/** Title, excerpt, and the dates of publication and of the last change. */
export async function PostHeader({ post, uf }: { post: Post; uf: string | null }) {
  const [t, layout, locale] = await Promise.all([
    getTranslations("guide/blog.article"),
    getTranslations("site/layout.content"),
    getLocale(),
  ]);
  const title = translated(post, "title", locale);
  const excerpt = translated(post, "excerpt", locale);
  const changed = changedAt(post);
  return (
    <header className="max-w-4xl print:block!">
      <PostLabels post={post} uf={uf} />
      <div className="mt-2 flex items-start gap-2">
        <h1 className="display-1 min-w-0 wrap-anywhere">
          {title.text}
          <FallbackMark label={layout("fallback")} show={title.fallback} />
        </h1>
        <FavouriteButton
          item={{
            kind: "post",
            id: post.id,
            title: title.text,
            path: postPathFrom(uf, post),
            state: uf?.toUpperCase() ?? null,
          }}
        />
      </div>
      {excerpt.text && <p className="mt-3 text-xl text-muted">{excerpt.text}</p>}
      <div className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
        <PostMeta post={post} />
        {changed && (
          <p className="text-sm text-muted">
            <time dateTime={changed}>{t("updated", { date: formatDay(changed, locale) })}</time>
          </p>
        )}
      </div>
    </header>
  );
}
