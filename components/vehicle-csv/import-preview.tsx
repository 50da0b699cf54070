import type { Messages } from "next-intl";
import { formatDate, formatMoney, formatNumber } from "@/lib/platform/format";
import type { ReadFile } from "@/lib/vehicle-csv/rules";
import type { Numbered } from "./import-batches";

type Props = {
  file: ReadFile;
  saves: readonly Numbered[];
  bad: readonly number[];
  texts: Messages["vehicle-csv"];
  locale: string;
};

const SHOWN = 10;

/** What a file would add: its first entries, and the lines that are left out with the reason. */
export function ImportPreview({ file, saves, bad, texts, locale }: Props) {
  const left = file.lines.filter((line) => bad.includes(line.number));
  return (
    <div className="grid gap-3">
      <p>
        {texts.import.recognised
          .replace("{format}", texts.formats[file.format])
          .replace("{count}", String(saves.length))
          .replace("{left}", String(left.length))}
      </p>
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
            {saves.slice(0, SHOWN).map(({ number: line, save: { content } }) => (
              <tr key={line} className="border-t border-line">
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
      {left.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2">{texts.import.left}</summary>
          <ul className="grid gap-1">
            {left.map(({ number: line, problem }) => (
              <li key={line}>
                {texts.import.line.replace("{line}", String(line))}: {texts.problems[problem ?? "other"]}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
