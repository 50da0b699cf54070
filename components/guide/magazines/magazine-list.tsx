import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { MagazineCard } from "@/lib/guide/magazines/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import { IssueCard } from "./issue-card";
import { buttonClass } from "@/components/ui/button-class";

/** The newest issue large, the earlier ones side by side; a text for an empty list. */
export async function MagazineList({ issues }: { issues: readonly MagazineCard[] }) {
  const t = await getTranslations("guide/magazines");
  const locale = await getLocale();
  const [current, ...earlier] = issues;
  if (!current) {
    return (
      <div className="rounded-2xl border-2 border-dashed border-line p-8">
        <p className="text-lg">{t("empty")}</p>
        <Link
          href={localePath(locale, "/home")}
          className={buttonClass({ look: "primary", size: "lg", className: "mt-4" })}
        >
          {t("emptyAction")}
        </Link>
      </div>
    );
  }
  return (
    <>
      <IssueCard issue={current} large priority />
      {earlier.length > 0 && (
        <section className="mt-14">
          <h2 className="display-2">{t("earlier")}</h2>
          <ul className="mt-5 grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
            {earlier.map((issue) => (
              <li key={issue.id}>
                <IssueCard issue={issue} headingLevel={3} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
