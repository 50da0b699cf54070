import { CalendarDays, Clock3, PenLine } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { readingMinutes } from "@/lib/guide/blog/rules";
import { formatDay } from "@/lib/platform/format";

type Props = { post: { author_name: string; publish_at: string | null; reading_min: number | null; body?: string } };

/** Author, date and reading time. */
export async function PostMeta({ post }: Props) {
  const t = await getTranslations("guide/blog.card");
  const locale = await getLocale();
  const minutes = readingMinutes(post);
  const fact = "inline-flex items-center gap-1.5";
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular">
      <span className={fact}>
        <Icon of={PenLine} className="size-4 shrink-0 text-faixa-text" />
        {post.author_name}
      </span>
      {post.publish_at && (
        <span className={fact}>
          <Icon of={CalendarDays} className="size-4 shrink-0 text-faixa-text" />
          <time dateTime={post.publish_at}>{formatDay(post.publish_at, locale)}</time>
        </span>
      )}
      {minutes !== null && (
        <span className={fact}>
          <Icon of={Clock3} className="size-4 shrink-0 text-faixa-text" />
          {t("minutes", { minutes })}
        </span>
      )}
    </p>
  );
}
