import type { ReactNode } from "react";

/** Label for unverified information. */
export function PlaceMark({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span
      title={title}
      className="inline-block rounded-md border-2 border-dashed border-faixa px-2 py-0.5 text-sm text-faixa-text"
    >
      {children}
    </span>
  );
}
