import { useState } from "react";
import { fill } from "@/components/ui/fill";
import { controlClass } from "@/components/ui/input";
import { CheckField, ChoiceField, EntryField, NumberField, TextArea } from "@/components/garage/entries/entry-field";
import { formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { GarageCar, KmSource } from "@/lib/garage/diary/rules";
import { useLogTexts } from "@/components/garage/entries/log-texts";
import type { FinishProblems } from "./finish-values";
import { useFinishTexts } from "./finish-texts";

export type FinishFieldsProps = {
  cars: readonly GarageCar[];
  /** Car of the planned trip. */
  vehicle: string | null;
  proposed: { km: number; source: KmSource } | null;
  today: string;
  locale: Locale;
  problems: FinishProblems;
};

const DETAILS = "rounded-lg border-2 border-line px-3";
const SUMMARY = "flex min-h-11 cursor-pointer items-center font-semibold text-link";

/** Car, kilometres, fuel and costs of a finished trip. */
export function FinishFields(props: FinishFieldsProps) {
  const texts = useFinishTexts();
  const { cars, vehicle, problems, today } = props;
  const [id, setId] = useState(() => (cars.find((car) => car.id === vehicle) ?? cars[0]!).id);
  const car = cars.find((one) => one.id === id) ?? cars[0]!;
  const problemOf = (name: string) => (problems[name] === "back" ? undefined : problems[name]);
  return (
    <div className="grid gap-3">
      <label className="grid gap-1 font-semibold">
        {texts.car}
        <select name="vehicle" value={id} onChange={({ target }) => setId(target.value)} className={controlClass}>
          {cars.map((one) => (
            <option key={one.id} value={one.id}>
              {[one.nickname, one.description].filter(Boolean).join(" · ")}
            </option>
          ))}
        </select>
      </label>
      <EntryField
        type="date"
        name="date"
        label={texts.date}
        max={today}
        defaultValue={today}
        problem={problemOf("date")}
      />
      <KmFields key={id} {...props} car={car} />
      <FuelFields key={`fuel ${id}`} {...props} car={car} />
      <CostFields {...props} />
      <TextArea name="notes" label={texts.notes} defaultValue="" />
    </div>
  );
}

type CarProps = FinishFieldsProps & { car: GarageCar };

function KmFields({ car, proposed, locale, problems }: CarProps) {
  const texts = useFinishTexts();
  const number = (value: number | null) =>
    value === null ? "" : formatNumber(value, locale, { maximumFractionDigits: 1, useGrouping: false });
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">{texts.km}</legend>
      {car.isOdometerBroken ? (
        <p className="text-muted">{texts.broken}</p>
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            name="start"
            label={texts.start}
            defaultValue={number(car.readingKm)}
            hint={car.readingKm === null ? "" : texts.startHint}
            problem={problems.start === "back" ? undefined : problems.start}
          />
          <div className="grid content-start gap-1">
            <NumberField name="end" label={texts.end} problem={problems.end === "back" ? undefined : problems.end} />
            {problems.end === "back" && <p className="text-sm font-semibold text-danger">{texts.back}</p>}
          </div>
        </div>
      )}
      <NumberField
        name="km"
        label={texts.driven}
        defaultValue={number(proposed?.km ?? null)}
        hint={[
          proposed && fill(texts.proposed[proposed.source as "planned"], { km: number(proposed.km) }),
          !car.isOdometerBroken && texts.drivenHint,
        ]
          .filter(Boolean)
          .join(" ")}
        problem={problems.km === "back" ? undefined : problems.km}
      />
    </fieldset>
  );
}

function FuelFields({ car, problems }: CarProps) {
  const entryTexts = useLogTexts();
  const texts = useFinishTexts();
  const problem = problems.litres ?? problems.fuelTotal;
  return (
    <details open={problem !== undefined || undefined} className={DETAILS}>
      <summary className={SUMMARY}>{texts.fuel}</summary>
      <div className="grid gap-3 pb-3">
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            name="litres"
            label={texts.litres}
            problem={problems.litres === "back" ? undefined : problems.litres}
          />
          <NumberField
            name="fuelTotal"
            label={texts.fuelTotal}
            problem={problems.fuelTotal === "back" ? undefined : problems.fuelTotal}
          />
        </div>
        {car.fuels.length > 1 ? (
          <ChoiceField
            name="fuel"
            label={entryTexts.field.fuel}
            choices={car.fuels}
            names={entryTexts.fuel}
            chosen={car.fuels[0]!}
          />
        ) : (
          <input type="hidden" name="fuel" value={car.fuels[0]} />
        )}
        <CheckField name="full" label={texts.full} isChecked={false} />
      </div>
    </details>
  );
}

function CostFields({ problems }: FinishFieldsProps) {
  const texts = useFinishTexts();
  const problem = problems.toll ?? problems.other;
  return (
    <details open={problem !== undefined || undefined} className={DETAILS}>
      <summary className={SUMMARY}>{texts.costs}</summary>
      <div className="grid gap-3 pb-3">
        <div className="grid grid-cols-2 gap-3">
          <NumberField name="toll" label={texts.toll} problem={problems.toll === "back" ? undefined : problems.toll} />
          <NumberField
            name="other"
            label={texts.other}
            problem={problems.other === "back" ? undefined : problems.other}
          />
        </div>
        <EntryField name="otherTitle" label={texts.otherTitle} maxLength={120} />
      </div>
    </details>
  );
}
