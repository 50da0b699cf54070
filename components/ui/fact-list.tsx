import { cn } from "./cn";

/** Labels and values, side by side from 640 px on. */
export function FactList({
  rows,
  className,
}: {
  rows: readonly (readonly [label: string, value: string])[];
  className?: string;
}) {
  return (
    <dl className={cn("grid gap-x-6 gap-y-2 sm:grid-cols-[11rem_1fr]", className)}>
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-sm text-muted sm:py-0.5">{label}</dt>
          <dd className="mb-1 font-semibold wrap-anywhere sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
