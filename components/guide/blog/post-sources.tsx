import { getTranslations } from "next-intl/server";
import type { PostSource } from "@/lib/guide/blog/rules";

/** Sources of a post; the print version shows their full addresses. */
export async function PostSources({ sources }: { sources: readonly PostSource[] }) {
  const t = await getTranslations("guide/blog.article");
  if (sources.length === 0) return null;
  return (
    <section aria-labelledby="fontes" className="mt-10 border-t-2 border-line pt-5">
      <h2 id="fontes" className="text-2xl">
        {t("sources")}
      </h2>
      <ol className="mt-3 grid list-decimal gap-2 pl-6 marker:text-faixa-text wrap-anywhere">
        {sources.map(({ title, url }) => (
          <li key={`${title} ${url}`}>
            {url ? (
              <a
                href={url}
                target="_blank"
                rel="noopener nofollow"
                className="inline-block py-0.5 text-link underline underline-offset-4 print:after:ml-1 print:after:content-[attr(href)]"
              >
                {title}
              </a>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
