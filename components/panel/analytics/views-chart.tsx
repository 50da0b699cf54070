"use client";

import type { Report } from "@/lib/panel/analytics/rules";
import { lazyCode, LoadFailed } from "../../form/lazy-code";

type Props = {
  days: Report["days"];
  names: { views: string; previous: string };
  texts: { failed: string; retry: string };
  locale: string;
};

/** The chart library is large, so it is loaded after the page. The table below has the same data. */
export const ViewsChart = lazyCode<Props>(
  () => import("./views-drawing").then(({ ViewsDrawing }) => ViewsDrawing),
  <div className="h-72" />,
  ({ texts, onRetry }) => <LoadFailed text={texts.failed} retry={texts.retry} onRetry={onRetry} />,
);
