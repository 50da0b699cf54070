import { CircleCheck, CircleQuestionMark, OctagonAlert, TriangleAlert, type IconNode } from "lucide";
import { Icon } from "@/components/ui/icon";
import type { Light } from "@/lib/travel/conditions/rules";

const LOOK: Readonly<Record<Light, { icon: IconNode; className: string }>> = {
  green: { icon: CircleCheck, className: "border-rota bg-rota text-rota-ink" },
  yellow: { icon: TriangleAlert, className: "border-faixa bg-faixa text-faixa-ink" },
  red: { icon: OctagonAlert, className: "border-danger bg-danger text-danger-ink" },
  grey: { icon: CircleQuestionMark, className: "border-dashed border-muted bg-surface text-muted" },
};

/** A light as colour, icon and word. */
export function LightMark({ light, children }: { light: Light; children: string }) {
  const { icon, className } = LOOK[light];
  return (
    <span
      className={`inline-flex w-fit items-center gap-1.5 rounded-md border-2 px-2 py-0.5 text-sm font-semibold print:px-1 print:py-0 print:text-xs ${className}`}
    >
      <Icon of={icon} className="size-4 shrink-0" />
      {children}
    </span>
  );
}

/** Lights of a trip as a strip in the order of travel; the list below it is the text alternative. */
export function LightStrip({ parts }: { parts: readonly { light: Light; fromKm: number; toKm: number }[] }) {
  return (
    <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-md print:hidden">
      {parts.map(({ light, fromKm, toKm }) => (
        <span key={fromKm} style={{ flexGrow: toKm - fromKm }} className={`border-y-2 ${LOOK[light].className}`} />
      ))}
    </div>
  );
}
