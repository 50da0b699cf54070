import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { MagazineCard } from "@/lib/guide/magazines/queries";
import { MAGAZINES_PATH } from "@/lib/guide/magazines/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { IssueCard } from "./issue-card";

/** The newest issue, shown on other pages; nothing when there is none. */
export async function CurrentIssue({ issue }: { issue: MagazineCard | null }) {
  if (!issue) return null;
  const t = await getTranslations("guide/magazines");
  return (
    <section className="page mt-14">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 className="display-2">{t("currentHome")}</h2>
        <Link
          href={localePath(await getLocale(), MAGAZINES_PATH)}
          className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
        >
          {t("all")}
        </Link>
      </div>
      <div className="mt-5">
        <IssueCard issue={issue} large headingLevel={3} />
      </div>
    </section>
  );
}
