import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** Shared styles of text inputs; with 16 px text iOS does not zoom in on focus. */
export const controlClass =
  "h-11 w-full min-w-0 rounded-lg border-2 border-line bg-background px-3 text-base text-text placeholder:text-muted aria-invalid:border-danger disabled:opacity-60";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input data-slot="input" className={cn(controlClass, className)} {...props} />;
}
