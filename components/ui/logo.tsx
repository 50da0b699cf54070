import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

const SUN = "M20.5 28.6a11.5 11.5 0 0 1 23 0z";
const RIM = "M32 2a30 30 0 1 1 0 60 30 30 0 0 1 0-60zm0 7a23 23 0 1 0 0 46 23 23 0 0 0 0-46z";
const SPOKES = "M8 29q12 3.5 21 2h6q9 1.5 21-2v7.5q-11-.3-18 2L45 57H19l7-18.5q-7-2.3-18-2z";
const DASHES = "M31.2 33.5h1.6l.3 4h-2.2zm-.5 6.5h2.6l.5 5h-3.6zm-.8 7.5h4.2l.6 6.5h-5.4z";

/** The logo in the current text colour; without alt text, because the name is written next to it. */
export function Logo({ className, ...props }: Omit<ComponentProps<"svg">, "children">) {
  return (
    <svg
      data-slot="logo"
      viewBox="0 0 64 64"
      fill="currentColor"
      fillRule="evenodd"
      aria-hidden="true"
      className={cn("size-8 shrink-0", className)}
      {...props}
    >
      <path d={RIM} />
      <path d={SPOKES + DASHES} />
      <path className="fill-faixa" d={SUN + DASHES} />
    </svg>
  );
}
