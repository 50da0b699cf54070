export type BarRow = { key: string; label: string; value: number; text: string };

/** Amounts as labelled bars; the length is relative to the largest one. */
export function BarRows({ rows }: { rows: readonly BarRow[] }) {
  const most = Math.max(...rows.map(({ value }) => value), 1);
  return (
    <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2">
      {rows.map(({ key, label, value, text }) => (
        <div key={key} className="contents">
          <dt>{label}</dt>
          <dd aria-hidden className="h-3 overflow-hidden rounded-full bg-line">
            <div className="h-full rounded-full bg-rota-text" style={{ width: `${(value / most) * 100}%` }} />
          </dd>
          <dd className="text-right tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
