import { SectionHead } from "@/components/ui/section-head";
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
      <SectionHead more={{ label: t("all"), href: localePath(await getLocale(), MAGAZINES_PATH) }}>
        <h2 className="display-2">{t("currentHome")}</h2>
      </SectionHead>
      <div className="mt-5">
        <IssueCard issue={issue} large headingLevel={3} />
      </div>
    </section>
  );
}
