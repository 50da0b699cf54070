import type { Tulip as Directions } from "@/lib/travel/saved-trips/roadbook/turns";

const ARM = 17;

/** The roads of a junction: one comes from the dot below and leaves by the arrow; the thin lines are the other roads. */
export function Tulip({ turn, others, isDetailed }: Directions) {
  // The sign is not under the arrow of a sharp turn to the right.
  const isRight = turn > 90;
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-11 shrink-0 print:size-10" data-turn={turn}>
      {others.map((degrees) => (
        <path
          key={degrees}
          d={`M24 24V${24 - ARM}`}
          transform={`rotate(${degrees} 24 24)`}
          className="stroke-text"
          strokeWidth={1.5}
          strokeLinecap="round"
        />
      ))}
      <path d="M24 43V24" className="stroke-text" strokeWidth={4} />
      <circle cx={24} cy={43} r={4} className="fill-text" />
      <g transform={`rotate(${turn} 24 24)`}>
        <path d="M24 25V10" className="stroke-text" strokeWidth={4} />
        <path d="M24 2L17 13h14z" className="fill-text" />
      </g>
      {!isDetailed && (
        <text x={isRight ? 1 : 47} y={46} textAnchor={isRight ? "start" : "end"} fontSize={13} className="fill-text">
          ≈
        </text>
      )}
    </svg>
  );
}
