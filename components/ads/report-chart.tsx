import type { DayCount } from "@/lib/ads/rules";

const WIDTH = 720;
const HEIGHT = 200;
const TOP = 12;

type ReportChartProps = { days: readonly DayCount[]; title: string; labelOf: (day: DayCount) => string; first: string; last: string };

/** Impressions as bars and clicks as the darker part in front, one pair per day, drawn on the server. */
export function ReportChart({ days, title, labelOf, first, last }: ReportChartProps) {
  const most = Math.max(1, ...days.map(({ impressions, clicks }) => Math.max(impressions, clicks)));
  const step = WIDTH / days.length;
  const bar = Math.max(1.5, Math.min(28, step * 0.72));
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * (HEIGHT - TOP)));
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 4}`} role="img" aria-label={title} className="h-auto w-full">
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <line key={part} x1={0} x2={WIDTH} y1={HEIGHT - part * (HEIGHT - TOP)} y2={HEIGHT - part * (HEIGHT - TOP)} className="stroke-line" strokeDasharray="2 6" />
        ))}
        {days.map((day, index) => {
          const x = index * step + (step - bar) / 2;
          return (
            <g key={day.day}>
              <title>{labelOf(day)}</title>
              <rect x={index * step} y={0} width={step} height={HEIGHT} fill="transparent" />
              <rect x={x} y={HEIGHT - tall(day.impressions)} width={bar} height={tall(day.impressions)} rx={1.5} className="fill-primary" />
              <rect x={x + bar * 0.2} y={HEIGHT - tall(day.clicks)} width={bar * 0.6} height={tall(day.clicks)} rx={1} className="fill-faixa" />
            </g>
          );
        })}
        <line x1={0} x2={WIDTH} y1={HEIGHT + 1} y2={HEIGHT + 1} className="stroke-muted" strokeWidth={2} />
      </svg>
      <figcaption className="mt-1 flex justify-between text-sm text-muted tabular">
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  );
}
