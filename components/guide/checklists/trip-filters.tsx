import { controlClass } from "@/components/ui/input";
import { Checkbox } from "@/components/ui/checkbox";
import { CAR_KINDS, TERRAINS, TRIP_KINDS, type TripFilter } from "@/lib/guide/checklists/rules";
import { useChecklistTexts } from "./checklist-texts";

type Props = { filter: TripFilter; onChange: (filter: Partial<TripFilter>) => void };

/** Type of car, duration and terrain: the three questions that shorten the list. */
export function TripFilters({ filter, onChange }: Props) {
  const texts = useChecklistTexts();
  return (
    <fieldset
      data-print="hide"
      className="grid gap-4 rounded-2xl border-2 border-line bg-surface p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-[1fr_1fr_2fr]"
    >
      <legend className="px-2 font-display text-xl">{texts.filters}</legend>
      <Choice
        label={texts.car}
        all={texts.anyCar}
        kinds={CAR_KINDS}
        names={texts.cars}
        value={filter.car}
        onChange={(car) => onChange({ car })}
      />
      <Choice
        label={texts.trip}
        all={texts.anyTrip}
        kinds={TRIP_KINDS}
        names={texts.trips}
        value={filter.trip}
        onChange={(trip) => onChange({ trip })}
      />
      <fieldset className="sm:col-span-2 lg:col-span-1">
        <legend className="font-semibold">{texts.terrain}</legend>
        <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-2 pt-1.5">
          {TERRAINS.map((terrain) => (
            <label key={terrain} className="flex min-h-11 items-center gap-2">
              <Checkbox
                checked={filter.terrains.includes(terrain)}
                onChange={({ target }) =>
                  onChange({
                    terrains: TERRAINS.filter((one) =>
                      one === terrain ? target.checked : filter.terrains.includes(one),
                    ),
                  })
                }
              />
              {texts.terrains[terrain]}
            </label>
          ))}
        </div>
      </fieldset>
    </fieldset>
  );
}

type ChoiceProps<Kind extends string> = {
  label: string;
  all: string;
  kinds: readonly Kind[];
  names: Record<Kind, string>;
  value: Kind | "";
  onChange: (kind: Kind | "") => void;
};

function Choice<Kind extends string>({ label, all, kinds, names, value, onChange }: ChoiceProps<Kind>) {
  return (
    <label className="grid content-start gap-1.5 font-semibold">
      {label}
      <select
        className={`${controlClass} font-sans font-normal`}
        value={value}
        onChange={({ target }) => onChange(kinds.find((kind) => kind === target.value) ?? "")}
      >
        <option value="">{all}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {names[kind]}
          </option>
        ))}
      </select>
    </label>
  );
}
