import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { localePath } from "@/lib/platform/i18n/routing";
import type { UnfinishedChecklist } from "@/lib/garage/checklists/queries";
import { checklistPath } from "@/lib/garage/checklists/rules";

type Props = { checklists: readonly (UnfinishedChecklist & { vehicle: string })[] };

/** Checklists that were begun and not signed, with the link that continues each. */
export async function UnfinishedList({ checklists }: Props) {
  const [t, locale] = [await getTranslations("garage/checklists"), await getLocale()];
  return (
    <Card>
      <CardTitle className="mb-4">{t("unfinished.title")}</CardTitle>
      <ul className="grid gap-3">
        {checklists.map(({ id, title, revision, vehicle, done, total }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3 last:border-0"
          >
            <span className="grid min-w-0">
              <span className="font-semibold wrap-anywhere">
                {revision > 1 ? `${title}, ${t("run.revision", { revision: String(revision) })}` : title}
              </span>
              <span className="text-sm text-muted wrap-anywhere">
                {`${vehicle} · ${t("unfinished.progress", { done: String(done), total: String(total) })}`}
              </span>
            </span>
            {/* Loads the page, because it must open without a connection. */}
            <a
              href={localePath(locale, checklistPath(id))}
              aria-label={`${t("unfinished.continue")}: ${title}`}
              className={buttonClass({ look: "outline" })}
            >
              {t("unfinished.continue")}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
