import { Button } from "@/components/ui/button";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { OddFill, OddReading } from "@/lib/garage/entries/rules";
import { useLogTexts } from "./log-texts";
import { questionOf } from "./odd-text";

export type OddAnswer = "fix" | "keep" | "replaced";
type Props = {
  locale: Locale;
  odd: OddReading | OddFill;
  /** A replaced odometer is noted with a new entry only. */
  canReplace: boolean;
  onAnswer: (answer: OddAnswer) => void;
};

/** Asks whether an implausible odometer reading, amount of fuel or price of an entry is right. */
export function OddQuestion({ locale, odd, canReplace, onAnswer }: Props) {
  const texts = useLogTexts();
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
      <p className="font-semibold">{questionOf(texts, locale, odd)}</p>
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
