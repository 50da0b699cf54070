import type { ReactNode } from "react";
import { projectToBox } from "@/lib/geo/geo/rules";
import { pointsOfSections } from "@/lib/travel/trips/rules";
import { recordedPath } from "../../geo/map/road-path";
import type { PlanState } from "./plan-store";
import { usePlanner } from "./planner-context";

const BOX = { width: 600, height: 600, padding: 48 };

/** The line and the numbered stops as a drawing; before there are two stops, what is passed to it. */
export function PlannerPreview({ state: { plan, route }, children }: { state: PlanState; children: ReactNode }) {
  const { texts } = usePlanner();
  if (plan.stops.length < 2) return <div className="size-full bg-primary/10 p-3">{children}</div>;
  const stops = plan.stops.map(({ lat, lng }) => [lng, lat] as const);
  const line = route ? pointsOfSections(route.route.sections).map(([lat, lng]) => [lng, lat] as const) : stops;
  const { project } = projectToBox([...stops, ...line], BOX);
  const path = recordedPath(line.map(project));
  return (
    <svg
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role="img"
      aria-label={texts.map.drawing}
      className="size-full bg-surface"
    >
      <path d={path} fill="none" strokeLinejoin="round" strokeWidth={11} className="stroke-muted" />
      <path
        d={path}
        fill="none"
        strokeLinejoin="round"
        strokeWidth={3}
        strokeDasharray={route ? undefined : "8 8"}
        className="stroke-faixa"
      />
      {stops.map((position, index) => {
        const { x, y } = project(position);
        return plan.stops[index]!.kind === "shape" ? null : (
          <g key={plan.stops[index]!.id}>
            <circle cx={x} cy={y} r={17} className="fill-rota stroke-surface" strokeWidth={3} />
            <text
              x={x}
              y={y}
              textAnchor="middle"
              dominantBaseline="central"
              className="fill-rota-ink font-display text-lg"
            >
              {index + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
