import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** A dashed yellow line as a divider between parts of a page. */
export function CentreLine({ className, ...props }: Omit<ComponentProps<"hr">, "children">) {
  return (
    <hr
      data-slot="centre-line"
      className={cn(
        "h-1 border-0 bg-[repeating-linear-gradient(90deg,var(--faixa)_0_1.75rem,transparent_1.75rem_3rem)] print:bg-none print:border-t-2 print:border-dashed",
        className,
      )}
      {...props}
    />
  );
}
