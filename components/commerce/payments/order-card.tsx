import type { ReactNode } from "react";
import { SignPlate } from "@/components/ui/sign-plate";
import type { SignKind } from "@/components/geo/map/model";
import type { PageState } from "@/lib/commerce/payments/rules";

const PLATE: Partial<Record<PageState, SignKind>> = {
  unsigned: "warning",
  open: "warning",
  pending: "warning",
  review: "service",
  processing: "service",
  paid: "route",
};

/** Status of a payment as text; it is updated by the automatic refresh. */
export function StatePlate({ state, title, text }: { state: PageState; title: string; text: string }) {
  return (
    <SignPlate as="section" kind={PLATE[state] ?? "attraction"} role="status" data-state={state} className="px-7 py-6">
      <h2 className="text-3xl">{title}</h2>
      <p className="mt-1 max-w-2xl text-lg">{text}</p>
    </SignPlate>
  );
}

type CardProps = {
  facts: readonly (readonly [label: string, text: string])[];
  /** The part with the price. */
  children: ReactNode;
};

/** What is paid for, beside its price. */
export function OrderCard({ facts, children }: CardProps) {
  return (
    <section className="grid overflow-hidden rounded-2xl border-2 border-line bg-surface sm:grid-cols-[1fr_auto]">
      <dl className="grid content-center gap-x-6 gap-y-2 p-5 sm:grid-cols-[7rem_1fr] sm:p-6">
        {facts.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-sm text-muted sm:py-0.5">{label}</dt>
            <dd className="mb-1 wrap-anywhere sm:mb-0">{text}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
