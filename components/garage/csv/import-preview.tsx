import { formatDate, formatMoney, formatNumber } from "@/lib/platform/format";
import { ImportReport } from "../../geo/imports/import-report";
import { ImportTexts } from "../../geo/imports/import-texts";
import type { Chosen } from "./import-state";
import { useCsvTexts } from "./csv-texts";

type Props = { chosen: Chosen; locale: string };

const SHOWN = 10;

/** What a file would add: its first entries, and what is left out or changed with the reason. */
export function ImportPreview({ chosen: { file, saves, prepared, imports }, locale }: Props) {
  const texts = useCsvTexts();
  const recognised = texts.import.recognised
    .replace("{format}", texts.formats[file.format])
    .replace("{count}", String(saves.length))
    .replace("{left}", String(file.lines.length - saves.length));
  return (
    <div className="grid gap-3">
      <ImportTexts value={imports}>
        <ImportReport read={[recognised]} findings={prepared.findings} />
      </ImportTexts>
      {file.format.startsWith("lubelogger") && <p className="text-muted">{texts.import.units}</p>}
      <div className="overflow-x-auto">
        <table className="w-full min-w-96 text-left">
          <caption className="sr-only">{texts.import.preview}</caption>
          <thead className="text-muted">
            <tr>
              {(["day", "kind", "km", "litres", "amount"] as const).map((name) => (
                <th key={name} scope="col" className="py-1 pr-3 font-normal">
                  {texts.columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {saves.slice(0, SHOWN).map(({ save: { id, content } }) => (
              <tr key={id} className="border-t border-line">
                <td className="py-1 pr-3">{formatDate(content.on_date, locale)}</td>
                <td className="py-1 pr-3">{content.title || texts.kinds[content.kind]}</td>
                <td className="py-1 pr-3 tabular-nums">
                  {content.reading_km !== null && formatNumber(content.reading_km, locale)}
                </td>
                <td className="py-1 pr-3 tabular-nums">
                  {content.litres !== null && formatNumber(content.litres, locale)}
                </td>
                <td className="py-1 pr-3 tabular-nums">
                  {content.total_cents !== null && formatMoney(content.total_cents, locale)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
