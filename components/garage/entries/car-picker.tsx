import { fill } from "@/components/ui/fill";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { LogCar } from "@/lib/garage/entries/schema";
import { formatKilometres } from "./entry-texts";
import { entriesOnDevice, lastReading } from "./entries-on-device";
import type { Log } from "./log-store";
import { useLogTexts } from "./log-texts";

type Props = {
  locale: Locale;
  cars: readonly LogCar[];
  log: Log;
  chosen: string;
  onChoose: (car: string) => void;
};

/** The cars of this device, the one that was used last first. */
export function CarPicker({ locale, cars, log, chosen, onChoose }: Props) {
  const texts = useLogTexts();
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 font-semibold">{texts.car}</legend>
      <div className="flex gap-2 overflow-x-auto pb-1">
        {cars.map((car) => {
          const km = lastReading(car, entriesOnDevice(car, log, null));
          return (
            <label
              key={car.id}
              className="grid min-h-14 min-w-36 shrink-0 cursor-pointer content-center rounded-xl border-2 border-line px-4 py-2 has-checked:border-primary has-checked:bg-raised has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name="car"
                checked={car.id === chosen}
                onChange={() => onChoose(car.id)}
                className="sr-only"
              />
              <span className="max-w-60 truncate font-display text-lg">{car.nickname}</span>
              <span className="text-sm text-muted">
                {km === null ? car.description : fill(texts.odometer, { km: formatKilometres(km, locale) })}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
