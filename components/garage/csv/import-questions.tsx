import type { Messages } from "next-intl";
import { useId } from "react";
import { fill } from "@/components/ui/fill";
import { controlClass } from "@/components/ui/input";
import { formatDate, formatMoney, formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { DATE_ORDERS, fileNumber, type DecimalSign } from "@/lib/platform/typed-values";
import type { EntryContent } from "@/lib/garage/entries/schema";
import type { Answers, Chosen } from "./import-state";
import { useCsvTexts } from "./csv-texts";

type Props = {
  chosen: Chosen;
  locale: Locale;
  onAnswer: (answers: Answers) => void;
};

/** What a file leaves open: the order of its days, its decimal sign, the car, and readings that do not fit. */
export function ImportQuestions({ chosen, locale, onAnswer }: Props) {
  const texts = useCsvTexts();
  const { file, answers, prepared } = chosen;
  const set = (change: Partial<Answers>) => onAnswer({ ...answers, ...change });
  const toggleConfirmed = (number: number) => {
    const confirmed = new Set(answers.confirmed);
    if (!confirmed.delete(number)) confirmed.add(number);
    set({ confirmed });
  };
  const odd = prepared.odd;
  return (
    <>
      {!file.isOrderKnown && (
        <Choices
          legend={texts.import.order}
          options={DATE_ORDERS.map((order) => [order, texts.import.orders[order]])}
          value={answers.order}
          onChoose={(order) => set({ order })}
        />
      )}
      {file.openNumber !== null && (
        <Choices
          legend={fill(texts.import.sign, { number: file.openNumber })}
          options={([",", "."] as const).map((sign) => [sign, readAs(file.openNumber!, sign, locale)])}
          value={answers.sign}
          onChoose={(sign) => set({ sign })}
        />
      )}
      {file.vehicles.length > 0 && (
        <label className="grid gap-1">
          <span>{texts.import.vehicle}</span>
          <select
            value={answers.vehicle ?? ""}
            onChange={({ target }) => set({ vehicle: target.value })}
            className={controlClass}
          >
            {file.vehicles.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      {odd.length > 0 && (
        <fieldset className="grid gap-1 rounded-xl border-2 border-faixa p-3">
          <legend className="font-semibold">{texts.import.odd}</legend>
          {odd.map(({ number, content }, index) => (
            <label key={index} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                checked={answers.confirmed.has(number)}
                onChange={() => toggleConfirmed(number)}
                className="size-5 shrink-0"
              />
              {oddText(number, content, texts, locale)}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

function oddText(line: number, content: EntryContent, texts: Messages["garage/csv"], locale: Locale): string {
  const { on_date, reading_km, estimated_km, litres, total_cents } = content;
  const km = reading_km ?? estimated_km;
  return [
    fill(texts.import.oddLine, { line, day: formatDate(on_date, locale) }),
    km !== null && `${formatNumber(km, locale)} km`,
    litres !== null && `${texts.columns.litres}: ${formatNumber(litres, locale)}`,
    total_cents !== null && formatMoney(total_cents, locale),
  ]
    .filter(Boolean)
    .join(", ");
}

const DECIMALS = 3;
const readAs = (number: string, sign: DecimalSign, locale: Locale) =>
  formatNumber(fileNumber(number, DECIMALS, sign)?.value ?? 0, locale, { maximumFractionDigits: DECIMALS });

type ChoicesProps<Choice extends string> = {
  legend: string;
  options: readonly (readonly [Choice, string])[];
  /** Null before the person chose, where each column is read as its own decimals make likely. */
  value: Choice | null;
  onChoose: (choice: Choice) => void;
};

function Choices<Choice extends string>({ legend, options, value, onChoose }: ChoicesProps<Choice>) {
  const group = useId();
  return (
    <fieldset className="grid gap-1">
      <legend>{legend}</legend>
      {options.map(([choice, text]) => (
        <label key={choice} className="flex min-h-11 items-center gap-2">
          <input type="radio" name={group} checked={value === choice} onChange={() => onChoose(choice)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
