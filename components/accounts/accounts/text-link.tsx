import { Link } from "@/components/ui/link";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** A link in running text that is large enough to tap. */
export function TextLink({ className, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={cn("inline-block min-h-6 text-link underline underline-offset-4 hover:decoration-2", className)}
      {...props}
    />
  );
}
