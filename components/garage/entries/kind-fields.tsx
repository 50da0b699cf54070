import { fill } from "@/components/ui/fill";
import { formatMoney, formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { EXPENSE_CATEGORIES, SERVICE_CATEGORIES, type EntryKind } from "@/lib/garage/entries/rules";
import type { EntryContent, LogCar } from "@/lib/garage/entries/schema";
import { CheckField, ChoiceField, EntryField, NumberField, TextArea } from "./entry-field";
import { formatKilometres, formatPrice } from "./entry-texts";
import type { Problems } from "./form-values";
import { useLogTexts } from "./log-texts";

export type FieldsProps = {
  kind: EntryKind;
  car: LogCar;
  stored: EntryContent | null;
  locale: Locale;
  problems: Problems;
  today: string;
  /** Reading that the odometer showed last. */
  lastReading: number | null;
  /** Price per litre (reais) and sum (cents) of what is typed so far. */
  typed: { price: number | null; sum: number | null };
};

const numberText = (value: number | null | undefined, locale: Locale) =>
  value === null || value === undefined
    ? ""
    : formatNumber(value, locale, { maximumFractionDigits: 3, useGrouping: false });
const moneyText = (cents: number | null | undefined, locale: Locale) =>
  cents === null || cents === undefined
    ? ""
    : formatNumber(cents / 100, locale, { minimumFractionDigits: 2, useGrouping: false });

/** A choice among the fuels of the car; a stored entry keeps a fuel that the car no longer has. */
function fuelsOf(car: LogCar, stored: EntryContent | null) {
  const kept = stored?.fuel && !car.fuels.includes(stored.fuel) ? [stored.fuel] : [];
  return [...car.fuels, ...kept];
}

function ReadingField({ car, kind, stored, locale, problems, lastReading }: FieldsProps) {
  const texts = useLogTexts();
  const isBroken = car.odometer_state === "broken";
  if (isBroken && (kind === "km" || kind === "trip"))
    return (
      <NumberField
        name="estimated"
        label={texts.field.estimated}
        defaultValue={numberText(stored?.estimated_km, locale)}
        problem={problems.estimated}
      />
    );
  const last = lastReading === null ? "" : fill(texts.hint.last, { km: formatKilometres(lastReading, locale) });
  const hint = isBroken ? texts.hint.broken : kind === "fuel" && !last ? texts.hint.noReading : last;
  return (
    <NumberField
      name="reading"
      label={texts.field.reading}
      defaultValue={numberText(stored?.reading_km, locale)}
      hint={hint}
      problem={problems.reading}
    />
  );
}

function FuelFields({ car, stored, locale, problems, typed }: FieldsProps) {
  const texts = useLogTexts();
  const fuels = fuelsOf(car, stored);
  const last = car.recent.find(({ kind }) => kind === "fuel")?.fuel;
  const chosen = stored?.fuel ?? (last && fuels.includes(last) ? last : fuels[0]!);
  const litres = fuels.every((fuel) => fuel === "cng")
    ? texts.field.cubicMetres
    : fuels.every((fuel) => fuel === "electric")
      ? texts.field.kwh
      : texts.field.litres;
  const price = typed.price === null ? "" : fill(texts.hint.price, { price: formatPrice(typed.price, locale) });
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          name="litres"
          label={litres}
          defaultValue={numberText(stored?.litres, locale)}
          problem={problems.litres}
        />
        <NumberField
          name="total"
          label={texts.field.total}
          defaultValue={moneyText(stored?.total_cents, locale)}
          problem={problems.total}
          hint={<output data-price>{price}</output>}
        />
      </div>
      {fuels.length > 1 ? (
        <ChoiceField name="fuel" label={texts.field.fuel} choices={fuels} names={texts.fuel} chosen={chosen} />
      ) : (
        <input type="hidden" name="fuel" value={chosen} />
      )}
      <CheckField name="full" label={texts.field.full} isChecked={stored?.is_full ?? true} />
    </>
  );
}

function ServiceFields({ stored, locale, problems, typed }: FieldsProps) {
  const texts = useLogTexts();
  const money = { maxLength: 16 };
  const chosen = SERVICE_CATEGORIES.find((category) => category === stored?.category) ?? "service";
  return (
    <>
      <EntryField
        name="title"
        label={texts.field.title}
        maxLength={120}
        defaultValue={stored?.title}
        problem={problems.title}
      />
      <ChoiceField
        name="category"
        label={texts.field.category}
        choices={SERVICE_CATEGORIES}
        names={texts.category}
        chosen={chosen}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          name="parts"
          label={texts.field.parts}
          defaultValue={moneyText(stored?.parts_cents, locale)}
          problem={problems.parts}
          {...money}
        />
        <NumberField
          name="labour"
          label={texts.field.labour}
          defaultValue={moneyText(stored?.labour_cents, locale)}
          problem={problems.labour}
          {...money}
        />
      </div>
      <output data-sum className="text-sm text-muted">
        {typed.sum === null ? "" : fill(texts.hint.sum, { total: formatMoney(typed.sum, locale) })}
      </output>
    </>
  );
}

function ExpenseFields({ stored, locale, problems }: FieldsProps) {
  const texts = useLogTexts();
  const chosen = EXPENSE_CATEGORIES.find((category) => category === stored?.category) ?? "toll";
  return (
    <>
      <NumberField
        name="amount"
        label={texts.field.amount}
        defaultValue={moneyText(stored?.total_cents, locale)}
        problem={problems.amount}
      />
      <ChoiceField
        name="category"
        label={texts.field.category}
        choices={EXPENSE_CATEGORIES}
        names={texts.category}
        chosen={chosen}
      />
    </>
  );
}

function TripFields({ stored, locale, problems }: FieldsProps) {
  const texts = useLogTexts();
  return (
    <>
      <EntryField
        name="title"
        label={texts.field.trip}
        maxLength={120}
        defaultValue={stored?.title}
        problem={problems.title}
      />
      <NumberField
        name="distance"
        label={texts.field.distance}
        defaultValue={numberText(stored?.distance_km, locale)}
        problem={problems.distance}
      />
    </>
  );
}

/** What is seldom needed, closed at first. */
function MoreFields({ kind, car, stored, locale, problems }: FieldsProps) {
  const texts = useLogTexts();
  const hasEthanol = kind === "fuel" && fuelsOf(car, stored).some((fuel) => fuel.startsWith("gasoline"));
  const isOpen = Boolean(problems.ethanol ?? stored?.notes) || (stored?.ethanol_pct ?? null) !== null;
  return (
    <details open={isOpen || undefined} className="rounded-lg border-2 border-line px-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-link">{texts.hint.more}</summary>
      <div className="grid gap-3 pb-3">
        {kind === "fuel" && (
          <CheckField name="missed" label={texts.field.missed} isChecked={stored?.missed_previous ?? false} />
        )}
        {hasEthanol && (
          <NumberField
            name="ethanol"
            label={texts.field.ethanol}
            defaultValue={numberText(stored?.ethanol_pct, locale)}
            hint={texts.hint.ethanol}
            problem={problems.ethanol}
          />
        )}
        <EntryField name="place" label={texts.field.place} maxLength={120} defaultValue={stored?.place} />
        <TextArea name="notes" label={texts.field.details} defaultValue={stored?.notes ?? ""} />
      </div>
    </details>
  );
}

/** The fields of a kind, the most needed first. */
export function KindFields(props: FieldsProps) {
  const texts = useLogTexts();
  const { kind, stored, problems, today } = props;
  return (
    <div className="grid gap-3">
      {kind === "note" && (
        <TextArea name="notes" label={texts.field.text} defaultValue={stored?.notes ?? ""} problem={problems.notes} />
      )}
      {kind === "expense" && <ExpenseFields {...props} />}
      {kind === "trip" && <TripFields {...props} />}
      {kind === "service" && <ServiceFields {...props} />}
      {kind !== "note" && <ReadingField {...props} />}
      {kind === "fuel" && <FuelFields {...props} />}
      <EntryField
        type="date"
        name="date"
        label={texts.field.date}
        max={today}
        defaultValue={stored?.on_date ?? today}
        problem={problems.date}
      />
      {kind !== "note" && <MoreFields {...props} />}
    </div>
  );
}
