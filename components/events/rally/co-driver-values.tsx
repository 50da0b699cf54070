import { Tulip } from "@/components/travel/saved-trips/tulip";
import { fill } from "@/components/ui/fill";
import { shownAt, type Drive } from "@/lib/events/rally/driving/rules";
import { clockOf, differenceOf } from "@/lib/events/rally/rules";
import type { RallyStage } from "@/lib/events/rally/schema";
import { formatNumber } from "@/lib/platform/format";
import { bookText } from "./book-text";
import { useRallyDriveTexts } from "./rally-drive-texts";

type Props = {
  stage: RallyStage;
  drive: Drive;
  /** Metres on the odometer of the car for each metre of the book. */
  factor: number;
  now: number;
  locale: string;
  isLocating: boolean;
};

const TWO = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** The values of a moment, large enough to be read beside the driver; nothing here is pressed. */
export function CoDriverValues({ stage, drive, factor, now, locale, isLocating }: Props) {
  const { drive: texts, book } = useRallyDriveTexts();
  const start = Date.parse(stage.starts_at);
  if (now < start)
    return (
      <dl className="grid gap-2">
        <Value name="starts" label={texts.startsIn} value={clockOf(start - now)} isLarge />
      </dl>
    );
  const shown = shownAt(stage, drive.metres, now);
  const km = (metres: number) => formatNumber((metres * factor) / 1000, locale, TWO);
  const word = Math.abs(shown.lateMs) < 1000 ? texts.onTime : shown.lateMs > 0 ? texts.late : texts.early;
  return (
    <>
      {isLocating && <p role="status">{texts.noPosition}</p>}
      <dl className="grid grid-cols-2 gap-2">
        <Value name="difference" label={word} value={differenceOf(shown.lateMs)} isLarge />
        <Value
          name="distance"
          label={factor === 1 ? texts.distance : texts.corrected}
          value={km(drive.metres)}
          isLarge
        />
        <Value name="ideal" label={texts.ideal} value={clockOf(shown.idealMs)} />
        <Value name="to-go" label={texts.toGo} value={km(shown.toGo)} />
      </dl>
      <section className="flex items-center gap-3 rounded-xl border-2 border-line bg-surface p-3" data-value="next">
        {shown.next?.row.kind === "turn" && shown.next.row.tulip && <Tulip {...shown.next.row.tulip} />}
        <div>
          <h2 className="text-sm text-muted">{texts.next}</h2>
          <p className="text-2xl">
            {shown.next
              ? `${fill(texts.in, { km: km(shown.next.metres) })}: ${bookText(shown.next.row, book, locale)}`
              : texts.nothingNext}
          </p>
        </div>
      </section>
    </>
  );
}

function Value({
  name,
  label,
  value,
  isLarge = false,
}: {
  name: string;
  label: string;
  value: string;
  isLarge?: boolean;
}) {
  return (
    <div className="grid rounded-xl border-2 border-line bg-surface px-3 py-1">
      <dt className="text-sm text-muted">{label}</dt>
      <dd data-value={name} className={isLarge ? "font-display text-5xl tabular" : "font-display text-3xl tabular"}>
        {value}
      </dd>
    </div>
  );
}
