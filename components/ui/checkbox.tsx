import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** A native checkbox in our colours, so that it works in any form. */
export function Checkbox({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      type="checkbox"
      data-slot="checkbox"
      className={cn(
        "size-6 shrink-0 rounded accent-primary aria-invalid:outline-2 aria-invalid:outline-danger",
        className,
      )}
      {...props}
    />
  );
}
