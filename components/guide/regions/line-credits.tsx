import { getTranslations } from "next-intl/server";
import { lineAuthors } from "@/lib/geo/downloads/rules";

/** Authors of the drawn lines, with the links that their licences ask for; nothing without sources. */
export async function LineCredits({ sources }: { sources: readonly string[] }) {
  const authors = lineAuthors(sources);
  if (authors.length === 0) return null;
  const t = await getTranslations("guide/regions.road");
  return (
    <p className="mt-1 text-sm text-muted">
      {t("credits")}:{" "}
      {authors.map(({ name, url }, index) => (
        <span key={name}>
          {index > 0 && " · "}
          {url ? (
            <a href={url} className="underline">
              {name}
            </a>
          ) : (
            name
          )}
        </span>
      ))}
    </p>
  );
}
