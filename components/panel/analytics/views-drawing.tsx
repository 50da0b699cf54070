"use client";

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Report } from "@/lib/panel/analytics/rules";
import { formatDate } from "@/lib/platform/format";

type ViewsDrawingProps = { days: Report["days"]; names: { views: string; previous: string }; locale: string };

/** Views by day, with the previous period as a dashed line. */
export function ViewsDrawing({ days, names, locale }: ViewsDrawingProps) {
  const label = (day: unknown) =>
    typeof day === "string" ? formatDate(day, locale, { day: "2-digit", month: "short" }) : "";
  return (
    <div aria-hidden className="h-72">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={days} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="day" tickFormatter={label} stroke="var(--muted)" minTickGap={28} tickLine={false} />
          <YAxis allowDecimals={false} width={44} stroke="var(--muted)" tickLine={false} axisLine={false} />
          <Tooltip
            labelFormatter={label}
            contentStyle={{
              background: "var(--surface)",
              border: "2px solid var(--line)",
              borderRadius: 8,
              color: "var(--text)",
            }}
          />
          <Line
            type="monotone"
            dataKey="previous"
            name={names.previous}
            stroke="var(--muted)"
            strokeDasharray="5 5"
            dot={false}
            isAnimationActive={false}
          />
          <Line
            type="monotone"
            dataKey="views"
            name={names.views}
            stroke="var(--faixa)"
            strokeWidth={3}
            dot={false}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
