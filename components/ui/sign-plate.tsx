import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** A rounded plate with an inner border above the background, as on Brazilian road signs. */
const signPlate = cva(
  "relative isolate rounded-xl px-6 py-5 after:pointer-events-none after:absolute after:inset-1.5 after:rounded-lg after:border-2 after:border-current after:content-['']",
  {
    variants: {
      kind: {
        route: "bg-rota text-rota-ink",
        attraction: "bg-placa text-placa-ink",
        service: "bg-primary text-primary-ink",
        warning: "bg-faixa text-faixa-ink",
      },
    },
    defaultVariants: { kind: "route" },
  },
);

type SignPlateProps = ComponentProps<"div"> &
  VariantProps<typeof signPlate> & {
    as?: "div" | "section" | "aside" | "header" | "h1" | "h2" | "h3" | "p";
  };

/** A panel in road-sign style: green for routes, brown for attractions, blue for services, yellow for warnings. */
export function SignPlate({ as: Tag = "div", kind, className, ...props }: SignPlateProps) {
  return (
    <Tag data-slot="sign-plate" data-kind={kind ?? "route"} className={cn(signPlate({ kind }), className)} {...props} />
  );
}
