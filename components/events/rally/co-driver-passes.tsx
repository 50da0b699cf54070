import { fill } from "@/components/ui/fill";
import { eventMoment } from "@/lib/events/events/rules";
import type { Pass } from "@/lib/events/rally/driving/rules";
import { differenceOf } from "@/lib/events/rally/rules";
import type { RallyStage } from "@/lib/events/rally/schema";
import type { Locale } from "@/lib/platform/i18n/routing";
import { useRallyDriveTexts } from "./rally-drive-texts";

type Props = { stage: RallyStage; passes: readonly Pass[]; timeZone: string; locale: Locale };

/** The open controls that this device passed, with how late it was there. */
export function CoDriverPasses({ stage, passes, timeZone, locale }: Props) {
  const { drive: texts } = useRallyDriveTexts();
  const lines = stage.controls.flatMap(({ id, ideal_ms: ideal }, index) => {
    const pass = passes.find(({ control }) => control === id);
    if (!pass) return [];
    const difference = pass.at - Date.parse(stage.starts_at) - ideal;
    const time = eventMoment(new Date(pass.at).toISOString(), timeZone, locale, { timeStyle: "medium" });
    return [{ id, difference, text: { number: index + 1, time, difference: differenceOf(difference) } }];
  });
  return (
    <section className="grid gap-1">
      <h2 className="text-lg">{texts.passes}</h2>
      {lines.length === 0 && <p className="text-muted">{texts.noPasses}</p>}
      <ul>
        {lines.map(({ id, difference, text }) => (
          <li key={id} data-pass={id} data-difference={Math.round(difference)} className="tabular">
            {fill(texts.passed, text)}
          </li>
        ))}
      </ul>
    </section>
  );
}
