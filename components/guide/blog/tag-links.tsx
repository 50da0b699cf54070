import { Link } from "@/components/ui/link";
import { getLocale } from "next-intl/server";
import { isTag, listPath } from "@/lib/guide/blog/rules";
import { localePath } from "@/lib/platform/i18n/routing";

/** Tags as links to their posts; a tag that cannot be written in an address is plain text. */
export async function TagLinks({ title, tags }: { title: string; tags: readonly string[] }) {
  const locale = await getLocale();
  if (tags.length === 0) return null;
  const look = "inline-flex min-h-9 items-center rounded-md border border-line px-2.5 text-sm";
  return (
    <nav aria-label={title} className="mt-8" data-print="hide">
      <h2 className="mb-2 text-xl">{title}</h2>
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag} className="max-w-full wrap-anywhere">
            {isTag(tag) ? (
              <Link
                href={localePath(locale, listPath({ uf: null, tag, page: 1 }))}
                className={`${look} text-link hover:bg-raised`}
              >
                {`#${tag}`}
              </Link>
            ) : (
              <span className={look}>{`#${tag}`}</span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
