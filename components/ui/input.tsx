import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** One look for every text control; 16 px text keeps phones from zooming in. */
export const controlClass =
  "h-11 w-full min-w-0 rounded-lg border-2 border-line bg-background px-3 text-base text-text placeholder:text-muted aria-invalid:border-danger disabled:opacity-60";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input data-slot="input" className={cn(controlClass, className)} {...props} />;
}
