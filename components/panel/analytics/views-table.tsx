import { growth } from "@/lib/panel/analytics/rules";
import { formatNumber, formatPercent } from "@/lib/platform/format";

type ViewsTableProps = {
  title: string;
  head: readonly [name: string, views: string, change?: string];
  rows: readonly { key: string; label: string; href?: string; views: number; previous?: number; note?: string }[];
  locale: string;
  empty: string;
};

/** Names with their views, the largest first; a bar shows each number's proportion. */
export function ViewsTable({ title, head, rows, locale, empty }: ViewsTableProps) {
  const most = Math.max(1, ...rows.map(({ views }) => views));
  const change = (views: number, previous: number) => {
    const grown = growth(views, previous);
    return grown === null ? "–" : formatPercent(grown / 100, locale, { signDisplay: "exceptZero" });
  };
  if (rows.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <div className="max-h-[34rem] overflow-auto">
      <table className="w-full">
        <caption className="sticky left-0 mb-2 text-left font-display text-2xl">{title}</caption>
        <thead>
          <tr className="border-b-2 border-line text-left text-sm text-muted">
            <th scope="col">{head[0]}</th>
            <th scope="col" className="text-right">
              {head[1]}
            </th>
            {head[2] && (
              <th scope="col" className="pl-3 text-right">
                {head[2]}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, href, views, previous, note }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal wrap-anywhere">
                {href ? (
                  <a href={href} className="text-link underline-offset-4 hover:underline">
                    {label}
                  </a>
                ) : (
                  label
                )}
                <meter aria-hidden min={0} max={most} value={views} className="block h-1.5 w-full" />
              </th>
              <td className="text-right tabular">{formatNumber(views, locale)}</td>
              {head[2] && (
                <td className="pl-3 text-right tabular text-muted">{note ?? change(views, previous ?? 0)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
