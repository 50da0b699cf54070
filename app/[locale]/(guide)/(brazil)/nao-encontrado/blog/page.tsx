import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { PostCard } from "@/components/guide/blog/post-card";
import { listNewestPosts } from "@/lib/guide/blog/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import { buttonClass } from "@/components/ui/button-class";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const revalidate = 300;

export const generateMetadata = unlistedMetadata("guide/blog.missing", "title");

/** Page with status 404 for unknown blog addresses: shows the newest posts. */
export default async function MissingPostPage() {
  const t = await getTranslations("guide/blog.missing");
  const locale = await getLocale();
  const posts = await listNewestPosts(null, 3);
  return (
    <main id="conteudo" className="page pb-14 pt-8">
      <p className="font-display text-2xl text-faixa-text">404</p>
      <h1 className="display-1">{t("title")}</h1>
      <p className="mt-2 max-w-2xl text-lg text-muted">{t("lead")}</p>
      <ul className="mt-8 grid gap-5 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} uf={null} />
          </li>
        ))}
      </ul>
      <Link
        href={localePath(locale, "/blog")}
        className={buttonClass({ look: "primary", size: "lg", className: "mt-8" })}
      >
        {t("action")}
      </Link>
    </main>
  );
}
