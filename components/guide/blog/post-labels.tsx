import { getLocale, getTranslations } from "next-intl/server";
import { translated } from "@/lib/platform/i18n/content";
import type { PostCard } from "@/lib/guide/blog/queries";
import { stateOfSegment } from "@/lib/geo/states/rules";

/** Category and state of a post; in a state's list the posts of the whole country are marked. */
export async function PostLabels({ post, uf }: { post: PostCard; uf: string | null }) {
  const t = await getTranslations("guide/blog.card");
  const locale = await getLocale();
  const own = stateOfSegment(post.state_abbr?.toLowerCase());
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="font-display text-base text-faixa-text">
        {post.category ? translated(post.category, "name", locale).text : post.category_key}
      </span>
      {own && (
        <span className="inline-flex items-center gap-1.5 rounded-md bg-placa px-2 py-0.5 text-placa-ink">
          <img
            src={`/flags/${own.abbr.toLowerCase()}.svg`}
            alt=""
            width={18}
            height={13}
            loading="lazy"
            className="rounded-xs"
          />
          {own.name}
        </span>
      )}
      {!own && uf && <span className="rounded-md border border-line px-2 py-0.5 text-muted">{t("ofBrazil")}</span>}
    </p>
  );
}
