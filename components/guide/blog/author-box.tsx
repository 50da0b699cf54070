import { getLocale, getTranslations } from "next-intl/server";
import { Logo } from "@/components/ui/logo";
import type { Post } from "@/lib/guide/blog/queries";
import { changedAt, isTeam } from "@/lib/guide/blog/rules";
import { formatDay } from "@/lib/platform/format";

type Props = {
  post: Post;
  /** Contact address of the editors. */
  contact: string;
};

/** Author and dates of the post, and where to send a correction. */
export async function AuthorBox({ post, contact }: Props) {
  const t = await getTranslations("guide/blog.article");
  const locale = await getLocale();
  const team = isTeam(post.author_name);
  const changed = changedAt(post);
  return (
    <section
      aria-label={t("author")}
      className="mt-8 flex items-start gap-4 rounded-2xl border-2 border-line bg-surface p-5"
    >
      {team ? (
        <Logo className="size-14 shrink-0" />
      ) : (
        <span
          aria-hidden
          className="grid size-14 shrink-0 place-items-center rounded-full bg-placa font-display text-2xl text-placa-ink"
        >
          {post.author_name.trim().charAt(0).toUpperCase()}
        </span>
      )}
      <div className="min-w-0">
        <p className="font-display text-xl wrap-anywhere">{post.author_name}</p>
        <p className="text-muted">{t(team ? "authorTeam" : "authorGuest")}</p>
        {post.publish_at && (
          <p className="mt-1 text-sm text-muted">
            {t("published", { date: formatDay(post.publish_at, locale, "long") })}
            {changed && ` · ${t("updated", { date: formatDay(changed, locale, "long") })}`}
          </p>
        )}
        <a href={contact} data-print="hide" className="mt-1 inline-block py-1 text-link underline underline-offset-4">
          {t("authorCorrect")}
        </a>
      </div>
    </section>
  );
}
