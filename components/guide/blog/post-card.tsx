import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { PostCard as Post } from "@/lib/guide/blog/queries";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { postPathFrom } from "@/lib/guide/blog/rules";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { PostLabels } from "./post-labels";
import { PostMeta } from "./post-meta";
import { PostPicture } from "./post-picture";

type Props = {
  post: Post;
  /** The state in the address of the page. */
  uf: string | null;
  headingLevel?: 2 | 3;
  /** A wide card with a label above its title, for the first post. */
  wide?: { label: string; priority: boolean };
};

/** One post in a list: picture, category, title, excerpt, author and date. */
export async function PostCard({ post, uf, headingLevel = 2, wide }: Props) {
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const title = translated(post, "title", locale).text;
  const Heading = `h${headingLevel}` as const;
  const shape = wide ? "md:grid md:grid-cols-[1.15fr_1fr]" : "flex h-full flex-col";
  return (
    <article
      className={`group relative overflow-hidden rounded-2xl border-2 border-line bg-surface transition-transform duration-200 focus-within:border-faixa hover:-translate-y-0.5 hover:border-faixa ${shape}`}
    >
      <PostPicture
        post={post}
        alt={layout("postcardAlt", { name: title })}
        priority={wide?.priority}
        className={`aspect-[16/9] w-full object-cover ${wide ? "md:h-full md:min-h-72" : ""}`}
      />
      <div className={`flex grow flex-col gap-2 ${wide ? "p-5 md:justify-center md:gap-3 md:p-7" : "p-4"}`}>
        {wide && (
          <p className="w-fit rounded-md bg-faixa px-2.5 py-0.5 font-display text-lg text-faixa-ink">{wide.label}</p>
        )}
        <PostLabels post={post} uf={uf} />
        <FavouriteButton
          item={{ kind: "post", id: post.id, title, path: postPathFrom(uf, post), state: uf?.toUpperCase() ?? null }}
          className="absolute right-2 top-2 bg-background/85 text-text"
        />
        <Heading className={wide ? "display-2" : "text-2xl"}>
          <Link
            href={localePath(locale, postPathFrom(uf, post))}
            className="wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none"
          >
            {title}
          </Link>
        </Heading>
        <p className={wide ? "text-lg text-muted" : "line-clamp-3 text-muted"}>
          {translated(post, "excerpt", locale).text}
        </p>
        <div className={wide ? "pt-1" : "mt-auto pt-2"}>
          <PostMeta post={post} />
        </div>
      </div>
    </article>
  );
}
