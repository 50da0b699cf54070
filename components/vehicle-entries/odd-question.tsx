import { fill } from "@/components/offline/pack-labels";
import { Button } from "@/components/ui/button";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { OddReading } from "@/lib/vehicle-entries/rules";
import { formatKilometres, type Texts } from "./entry-texts";

export type OddAnswer = "fix" | "keep" | "replaced";
type Props = {
  texts: Texts;
  locale: Locale;
  odd: OddReading;
  /** A replaced odometer is noted with a new entry only. */
  canReplace: boolean;
  onAnswer: (answer: OddAnswer) => void;
};

/** Asks about a reading that does not fit the other ones. */
export function OddQuestion({ texts, locale, odd, canReplace, onAnswer }: Props) {
  const answers: OddAnswer[] = [
    "fix",
    "keep",
    ...(canReplace && odd.problem === "lower" ? (["replaced"] as const) : []),
  ];
  return (
    <div
      ref={(node) => node?.scrollIntoView({ block: "nearest" })}
      role="alert"
      className="grid gap-3 rounded-xl border-2 border-faixa p-4"
    >
      <p className="font-semibold">{fill(texts.odd[odd.problem], { km: formatKilometres(odd.km, locale) })}</p>
      <div className="flex flex-wrap gap-2">
        {answers.map((answer) => (
          <Button key={answer} variant="outline" onClick={() => onAnswer(answer)}>
            {texts.odd[answer]}
          </Button>
        ))}
      </div>
    </div>
  );
}
