import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { SystemSection } from "@/components/ui/system-page";
import { publishRallyAction } from "@/lib/events/rally/editing/actions";
import { rallyBookPath, resultsPath } from "@/lib/events/rally/rules";
import type { RallyConsole } from "@/lib/events/rally/schema";
import { localePath } from "@/lib/platform/i18n/routing";
import { rallyFormTexts } from "./form-texts";
import { RallyForm } from "./rally-form";

type Props = { event: string; slug: string; rally: RallyConsole };

/** What is missing, and who sees what: the book for the crews, the results for everybody. */
export async function PublishBox({ event, slug, rally }: Props) {
  const [t, locale, texts] = [await getTranslations("events/rally.publish"), await getLocale(), await rallyFormTexts()];
  const parts = [
    ["rally", rally.published_at !== null],
    ["results", rally.results_published_at !== null],
  ] as const;
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {rally.rules.authorisation_number && (
        <p>
          {t("authorised", {
            authority: rally.rules.authority ?? "",
            number: rally.rules.authorisation_number,
          })}
        </p>
      )}
      {rally.gaps.length > 0 && (
        <ul className="list-disc pl-5 font-semibold">
          {rally.gaps.map((gap) => (
            <li key={gap}>{t(`gap.${gap}`)}</li>
          ))}
        </ul>
      )}
      {parts.map(([part, isPublished]) => (
        <RallyForm
          key={`${part}-${isPublished}`}
          action={publishRallyAction}
          label={t(`${part}.${isPublished ? "hide" : "show"}`)}
          texts={texts}
          hidden={{ event, part, published: isPublished ? "no" : "yes" }}
          confirm={isPublished ? undefined : t(`${part}.confirm`)}
          variant={isPublished ? "outline" : "primary"}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <a href={localePath(locale, rallyBookPath(event))} className={buttonClass({ look: "outline" })}>
          {t("book")}
        </a>
        {rally.results_published_at && (
          <Link href={localePath(locale, resultsPath(slug))} className={buttonClass({ look: "outline" })}>
            {t("page")}
          </Link>
        )}
      </div>
    </SystemSection>
  );
}
