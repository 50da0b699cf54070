import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

const button = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-lg font-display text-lg leading-none transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-60 [&_svg]:size-5 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-primary-ink hover:bg-primary/90",
        faixa: "bg-faixa text-faixa-ink hover:bg-faixa/90",
        outline: "border-2 border-line bg-surface text-text hover:bg-raised",
        ghost: "text-text hover:bg-raised",
        danger: "bg-danger text-danger-ink hover:bg-danger/90",
        link: "font-sans text-base text-link underline underline-offset-4 hover:decoration-2",
      },
      size: {
        sm: "h-9 px-3",
        md: "h-10 px-4",
        lg: "h-11 px-5",
        icon: "size-11",
        text: "min-h-6 px-0",
      },
    },
    defaultVariants: { variant: "primary", size: "lg" },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof button> & { asChild?: boolean };

/** A button, or with `asChild` a link that looks like one. */
export function Button({ className, variant, size, asChild = false, type = "button", ...props }: ButtonProps) {
  const classes = cn(button({ variant, size }), className);
  if (asChild) return <Slot.Root data-slot="button" className={classes} {...props} />;
  return <button data-slot="button" type={type} className={classes} {...props} />;
}
