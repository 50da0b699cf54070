import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { MIN_ROUTES, STATE_PARTS, type Completeness } from "@/lib/guide/coverage/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";

/** The 27 states with the completeness of their content and what is missing; the least complete first. */
export async function StateCompleteness({ states }: { states: readonly Completeness[] }) {
  const t = await getTranslations("panel/records.completeness");
  const locale = await getLocale();
  const completeStates = states.filter(({ missing }) => missing.length === 0).length;
  return (
    <details open className="rounded-xl border border-line bg-surface p-4">
      <summary className="cursor-pointer">
        <h2 className="inline text-2xl">{t("title")}</h2>{" "}
        <span className="text-muted tabular">{t("whole", { whole: completeStates, all: states.length })}</span>
      </summary>
      <ul className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {states.map(({ abbr, name, done, missing, routes }) => (
          <li key={abbr} className="grid content-start gap-0.5">
            <p className="flex items-baseline justify-between gap-2">
              <Link
                href={localePath(locale, panelPath("state_contents", abbr))}
                className="font-semibold text-link underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              <span className="tabular text-sm text-muted">{t("parts", { done, all: STATE_PARTS.length })}</span>
            </p>
            <meter
              aria-label={t("bar", { state: name })}
              min={0}
              max={STATE_PARTS.length}
              value={done}
              className="block h-2 w-full"
            />
            <p className="text-sm text-muted">
              {missing.length > 0
                ? t("missing", {
                    parts: missing.map((part) => t(`part.${part}`, { routes, enough: MIN_ROUTES })).join(", "),
                  })
                : t("nothing")}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
