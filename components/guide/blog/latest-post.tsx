import { getLocale, getTranslations } from "next-intl/server";
import type { PostCard as Post } from "@/lib/guide/blog/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import type { State } from "@/lib/geo/states/rules";
import { RouteSection } from "../regions/route-section";
import { PostCard } from "./post-card";

/** The newest post on the front page of the country or of a state; nothing when there is none. */
export async function LatestPost({ post, state }: { post: Post | null; state: State | null }) {
  const t = await getTranslations("guide/blog");
  const locale = await getLocale();
  if (!post) return null;
  const uf = state ? state.abbr.toLowerCase() : null;
  return (
    <RouteSection
      id="blog"
      title={t("card.latest")}
      action={{
        label: state ? t("card.statePosts", { state: state.name }) : t("card.allPosts"),
        href: localePath(locale, uf ? `/${uf}/blog` : "/blog"),
      }}
    >
      <PostCard post={post} uf={uf} headingLevel={3} wide={{ label: t("list.featured"), priority: false }} />
    </RouteSection>
  );
}
