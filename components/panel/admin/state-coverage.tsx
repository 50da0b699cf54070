import { getTranslations } from "next-intl/server";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import type { Coverage } from "@/lib/guide/coverage/rules";
import { STATES } from "@/lib/geo/states/rules";

/** The states without a responsible account, for each duty. */
export async function StateCoverage({ duties }: { duties: readonly Coverage[] }) {
  const t = await getTranslations("panel/records");
  const labels = labelsOf(t);
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-surface p-4">
      <h2 className="text-2xl">{t("coverage.title")}</h2>
      <ul className="grid gap-3">
        {duties.map(({ duty, covered, states }) => (
          <li key={duty} className="grid gap-1">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-semibold">{labels.option("duty", duty)}</span>
              <span className="text-sm text-muted tabular">
                {t("coverage.covered", { covered, all: STATES.length })}
              </span>
            </p>
            <meter aria-hidden min={0} max={STATES.length} value={covered} className="block h-2 w-full max-w-xl" />
            {states.length > 0 && (
              <p className="text-sm text-muted">
                {t("coverage.nobody", { states: states.map(({ name }) => name).join(", ") })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
