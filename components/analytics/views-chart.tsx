"use client";

import dynamic from "next/dynamic";
import type { Report } from "@/lib/analytics/rules";

/** Without its code the page has the table alone. */
const Missing = () => null;
/** The chart library is large, so it is loaded after the page. The table below has the same data. */
const Drawing = dynamic(
  () =>
    import("./views-drawing").then(
      ({ ViewsDrawing }) => ViewsDrawing,
      () => Missing,
    ),
  {
    ssr: false,
    loading: () => <div className="h-72" />,
  },
);

export function ViewsChart({
  days,
  names,
  locale,
}: {
  days: Report["days"];
  names: { views: string; previous: string };
  locale: string;
}) {
  return (
    <div aria-hidden className="h-72">
      <Drawing days={days} names={names} locale={locale} />
    </div>
  );
}
