import { Button } from "@/components/ui/button";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { contentOf, isAddedKind } from "@/lib/garage/entries/rules";
import type { LogCar } from "@/lib/garage/entries/schema";
import { vehiclePath } from "@/lib/garage/vehicles/rules";
import type { Edited } from "./entry-form";
import { entryLine } from "./entry-texts";
import type { Log } from "./log-store";
import { useLogTexts } from "./log-texts";

type Props = {
  locale: Locale;
  car: LogCar;
  log: Log;
  onEdit: (entry: Edited & { vehicle: string }) => void;
};

/** The newest stored entries of a car, which can be corrected without a connection. */
export function RecentEntries({ locale, car, log, onEdit }: Props) {
  const texts = useLogTexts();
  const entries = car.recent.filter(({ id }) => !log.entries.some((waiting) => waiting.id === id));
  if (entries.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">{texts.recent.title}</h2>
      <ul className="grid gap-2">
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-center gap-3 rounded-xl border-2 border-line bg-surface p-3">
            <p className="min-w-0 grow break-words">{entryLine(texts, locale, entry)}</p>
            {isAddedKind(entry.kind) && (
              <Button
                variant="outline"
                onClick={() =>
                  onEdit({ id: entry.id, vehicle: car.id, expected_version: entry.version, content: contentOf(entry) })
                }
              >
                {texts.recent.edit}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <a
        href={localePath(locale, `${vehiclePath(car.id)}/registros`)}
        className="inline-flex min-h-11 w-fit items-center font-semibold text-link underline"
      >
        {texts.recent.all}
      </a>
    </section>
  );
}
