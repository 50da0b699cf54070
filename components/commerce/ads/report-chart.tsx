import { cn } from "@/components/ui/cn";

const WIDTH = 720;
const TOP = 4;

type Bar = { day: string; count: number; label: string };
type ReportChartProps = {
  bars: readonly Bar[];
  title: string;
  most: string;
  height: number;
  fill: string;
  ends?: readonly [first: string, last: string];
};

/** One bar per day; the top of the scale is written beside the title; rendered on the server. */
export function ReportChart({ bars, title, most, height, fill, ends }: ReportChartProps) {
  const top = Math.max(1, ...bars.map(({ count }) => count));
  const step = WIDTH / bars.length;
  const width = Math.max(1.5, Math.min(28, step * 0.72));
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / top) * (height - TOP)));
  return (
    <figure>
      <figcaption className="mb-2 flex items-baseline justify-between gap-4">
        <span className="font-display text-xl">{title}</span>
        <span className="text-sm text-muted tabular">{most}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${height + 2}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={title}
        style={{ height }}
        className="block w-full"
      >
        <line x1={0} x2={WIDTH} y1={TOP} y2={TOP} className="stroke-line" strokeDasharray="2 6" />
        {bars.map(({ day, count, label }, index) => (
          <g key={day}>
            <title>{label}</title>
            <rect x={index * step} y={0} width={step} height={height} fill="transparent" />
            <rect
              x={index * step + (step - width) / 2}
              y={height - tall(count)}
              width={width}
              height={tall(count)}
              className={fill}
            />
          </g>
        ))}
        <line x1={0} x2={WIDTH} y1={height + 1} y2={height + 1} className="stroke-muted" strokeWidth={2} />
      </svg>
      <p className={cn("mt-1 flex justify-between text-sm text-muted tabular", !ends && "hidden")}>
        {ends?.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </figure>
  );
}
