import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** Outlines in a 64 × 64 box: the federal shield has a pointed base, the state shield a flat top and a rounded base. */
const OUTLINES = {
  federal: "M12 5Q22 10 32 5Q42 10 52 5L60 15Q55 24 58 34Q60 50 32 60Q4 50 6 34Q9 24 4 15z",
  state: "M9 5H55Q59 5 59 9V38Q59 42 56 44L36 58Q32 61 28 58L8 44Q5 42 5 38V9Q5 5 9 5z",
} as const;

type RoadShieldProps = Omit<ComponentProps<"svg">, "children"> & {
  /** The road's official name, such as "BR-282" or "SC-390". */
  road: string;
};

/** Network, number and outline of a road's shield; null for a road without a number. */
export function shieldOf(road: string) {
  const [, letters = "", number] = /^\s*([A-Za-z]+)[\s-]*(\d\w*)\s*$/.exec(road) ?? [];
  const network = letters.toUpperCase();
  if (!number) return null;
  return { network, number, outline: network === "BR" ? OUTLINES.federal : OUTLINES.state };
}

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
      <path className="stroke-faixa-ink" strokeWidth="2" d={outline === OUTLINES.federal ? "M7 24H57" : "M5 22H59"} />
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
