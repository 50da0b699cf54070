import type { ComponentProps } from "react";
import { shieldOf } from "./shield";
import { cn } from "@/components/ui/cn";

type RoadShieldProps = Omit<ComponentProps<"svg">, "children"> & {
  /** The road's official name, such as "BR-282" or "SC-390". */
  road: string;
};

/** The highway shield of a road, derived from its name: federal for BR, state otherwise, a plain label for a road without a number. */
export function RoadShield({ road, className, ...props }: RoadShieldProps) {
  const shield = shieldOf(road);
  if (!shield)
    return (
      <span
        data-slot="road-shield"
        className="inline-block rounded-md border-2 border-current px-2 font-display font-bold"
      >
        {road}
      </span>
    );
  const { network, number, outline } = shield;
  // The shield has the same colours in both themes, so it uses the ink tokens instead of the surface tokens.
  return (
    <svg
      data-slot="road-shield"
      role="img"
      aria-label={road}
      viewBox="0 0 64 64"
      className={cn("inline-block size-12 shrink-0 font-display font-bold", className)}
      {...props}
    >
      <path
        className="fill-rota-ink stroke-rota-ink print:fill-white print:stroke-white"
        strokeWidth="7"
        strokeLinejoin="round"
        d={outline}
      />
      <path className="fill-none stroke-faixa-ink" strokeWidth="2.5" strokeLinejoin="round" d={outline} />
      <path className="stroke-faixa-ink" strokeWidth="2" d={network === "BR" ? "M7 24H57" : "M5 22H59"} />
      <text className="fill-faixa-ink" x="32" y="20" fontSize="13" textAnchor="middle" aria-hidden="true">
        {network}
      </text>
      <text
        className="fill-faixa-ink"
        x="32"
        y="45"
        fontSize={number.length > 3 ? 18 : 22}
        textAnchor="middle"
        aria-hidden="true"
      >
        {number}
      </text>
    </svg>
  );
}
