const WIDTH = 600;
const HEIGHT = 160;
const EDGE = 8;
const SHOWN = 60;
/** A line needs some points. */
export const CHART_FROM = 3;

/** The last values as a line; `label` has them in words. */
export function ValueChart({ values, label }: { values: readonly number[]; label: string }) {
  const shown = values.slice(-SHOWN);
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const range = high - low || 1;
  const points = shown.map((value, index) => ({
    x: EDGE + (index / Math.max(1, shown.length - 1)) * (WIDTH - 2 * EDGE),
    y: HEIGHT - EDGE - ((value - low) / range) * (HEIGHT - 2 * EDGE),
  }));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="h-40 w-full text-rota-text">
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth={3}
        strokeLinejoin="round"
      />
      {points.map(({ x, y }, index) => (
        <circle key={index} cx={x} cy={y} r={4} fill="currentColor" />
      ))}
    </svg>
  );
}
