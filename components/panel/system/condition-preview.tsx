import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { LightMark } from "@/components/travel/conditions/light-mark";
import { formatNumber } from "@/lib/platform/format";
import { EXAMPLES, FACTORS, rate, type ConditionSettings, type ExampleName } from "@/lib/travel/conditions/rules";
import { DataTable } from "../../ui/data-table";

const ratingOf = (name: ExampleName, settings: ConditionSettings) =>
  rate(
    FACTORS.map((factor) => ({ factor, severity: EXAMPLES[name][factor] })),
    settings,
  );

/** The lights of the examples with the active and the tested settings. */
export async function ConditionPreview({ active, tested }: { active: ConditionSettings; tested: ConditionSettings }) {
  const [t, now, locale] = [
    await getTranslations("panel/system.algorithms.conditions"),
    await getTranslations("panel/system.algorithms"),
    await getLocale(),
  ];
  const { "travel/conditions": texts } = await getMessages();
  return (
    <DataTable
      caption={t("preview")}
      heads={[t("example"), now("now"), now("then")]}
      empty=""
      rows={(Object.keys(EXAMPLES) as ExampleName[]).map((name) => ({
        id: name,
        cells: [
          t(`examples.${name}`),
          ...[active, tested].map((settings, index) => {
            const { light, points } = ratingOf(name, settings);
            return (
              <span key={index === 0 ? "now" : "then"} className="grid gap-1">
                <LightMark light={light}>{texts.light[light]}</LightMark>
                <span className="text-sm text-muted tabular">
                  {t("points", { points: formatNumber(points, locale) })}
                </span>
              </span>
            );
          }),
        ],
      }))}
    />
  );
}
