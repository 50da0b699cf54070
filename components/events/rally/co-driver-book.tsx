import { Tulip } from "@/components/travel/saved-trips/tulip";
import { bookRows } from "@/lib/events/rally/book/rules";
import { clockOf } from "@/lib/events/rally/rules";
import type { RallyStage } from "@/lib/events/rally/schema";
import { formatNumber } from "@/lib/platform/format";
import { bookText } from "./book-text";
import { useRallyDriveTexts } from "./rally-drive-texts";

type Props = { stage: RallyStage; factor: number; locale: string };

const TWO = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** The whole book of a stage, to be read before the start, and where there is no position. */
export function CoDriverBook({ stage, factor, locale }: Props) {
  const { book } = useRallyDriveTexts();
  const km = (metres: number) => formatNumber((metres * factor) / 1000, locale, TWO);
  const heads = [book.km, book.what, book.ideal, book.toGo];
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <table className="w-full text-left tabular">
        <caption className="sr-only">{stage.name}</caption>
        <thead className="border-b-2 border-line text-sm text-muted">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="p-2">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bookRows(stage).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines of the book have no id and keep their order
            <tr key={index} className="border-b border-line last:border-0">
              <td className="p-2 font-semibold">{km(row.metres)}</td>
              <td className="p-2">
                {row.kind === "turn" && row.tulip && <Tulip {...row.tulip} />}
                {bookText(row, book, locale)}
              </td>
              <td className="p-2">{clockOf(row.idealMs)}</td>
              <td className="p-2">{km(row.toGo)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
