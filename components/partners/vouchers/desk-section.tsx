import type { ReactNode } from "react";

/** The section of the page of a place about its PIN and its devices; `children` are their forms. */
export function DeskSection({ title, children }: { title: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    <section aria-labelledby="validacao" className="grid gap-4">
      <h2 id="validacao" className="display-2">
        {title}
      </h2>
      {children}
    </section>
  );
}
