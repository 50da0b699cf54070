import type { ComponentProps } from "react";
import { cn } from "./cn";
import { Input } from "./input";

type Props = ComponentProps<typeof Input> & {
  label: string;
  /** Width class of the input; `className` is for the place of the label in the form. */
  width?: string;
};

/** An input with a small label above it, for forms of the panel. */
export function LabelledInput({ label, className, width, ...props }: Props) {
  return (
    <label className={cn("grid gap-1 text-sm", className)}>
      <span className="text-muted">{label}</span>
      <Input className={width} {...props} />
    </label>
  );
}
