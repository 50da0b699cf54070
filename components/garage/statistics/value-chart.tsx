const WIDTH = 600;
const HEIGHT = 160;
const EDGE = 8;
/** A line needs some points. */
export const CHART_FROM = 3;
/** More values than a phone can show. */
export const CHART_MOST = 60;

/** Values as a line; `label` has them in words. */
export function ValueChart({ values, label }: { values: readonly number[]; label: string }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = high - low || 1;
  const points = values.map((value, index) => ({
    x: EDGE + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE),
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
