import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { STEP_OF_CHECK, type EventGap } from "@/lib/events/publishing/checklist/rules";
import type { EventStep } from "@/lib/events/publishing/rules";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = {
  gaps: readonly EventGap[];
  /** Path of the form at a step; without it the lines are no links. */
  pathOf?: (step: EventStep) => string;
};

/** What an event still needs before it can be published. */
export async function GapList({ gaps, pathOf }: Props) {
  const [t, locale] = [await getTranslations("events/publishing.gaps"), await getLocale()];
  return (
    <div>
      <p className="font-semibold">{t("title")}</p>
      <ul className="list-disc ps-6">
        {gaps.map((gap) => (
          <li key={gap}>
            {pathOf ? (
              <Link
                href={localePath(locale, pathOf(STEP_OF_CHECK[gap]))}
                className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
              >
                {t(gap)}
              </Link>
            ) : (
              t(gap)
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
