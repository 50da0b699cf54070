import { getLocale, getTranslations } from "next-intl/server";
import type { Post } from "@/lib/guide/blog/queries";
import { coverPhoto } from "@/lib/guide/blog/rules";
import { translated } from "@/lib/platform/i18n/content";
import { PostPicture } from "./post-picture";

/** The picture of a post with its description and credit. */
export async function PostCover({ post, title }: { post: Post; title: string }) {
  const t = await getTranslations("guide/blog.article");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const caption = translated(post, "cover_caption", locale).text;
  const isPhoto = coverPhoto(post.cover_url) !== null;
  const words = isPhoto
    ? [caption, post.cover_credit && t("coverCredit", { credit: post.cover_credit })].filter(Boolean).join(" ")
    : t("coverDrawn");
  return (
    <figure className="mt-6 print:hidden">
      <PostPicture
        post={post}
        alt={isPhoto ? caption || title : layout("postcardAlt", { name: title })}
        priority
        className="aspect-[3/2] w-full rounded-2xl border-2 border-line object-cover sm:aspect-[21/9]"
      />
      {words && <figcaption className="mt-2 text-sm text-muted wrap-anywhere">{words}</figcaption>}
    </figure>
  );
}
