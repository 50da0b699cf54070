"use client";

import { useEffect, useState } from "react";

/** Countdown such as `22:59:03`; screen readers get the end time instead. */
export function Countdown({ until, label, moment }: { until: string; label: string; moment: string }) {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const read = () => setLeft(Math.max(0, Math.floor((Date.parse(until) - Date.now()) / 1000)));
    read();
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [until]);
  const two = (number: number) => String(number).padStart(2, "0");
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-muted">
      {label}
      <time dateTime={until} title={moment} className="font-display text-xl text-text tabular">
        <span aria-hidden="true">
          {left === null
            ? "--:--:--"
            : `${two(Math.floor(left / 3600))}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`}
        </span>
        <span className="sr-only">{moment}</span>
      </time>
    </p>
  );
}
