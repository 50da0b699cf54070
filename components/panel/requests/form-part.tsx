import type { ReactNode } from "react";

/** A titled part of a long form. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4 rounded-2xl border-2 border-line bg-surface p-5 sm:p-6">
      <legend className="px-2 font-display text-2xl">{title}</legend>
      {children}
    </fieldset>
  );
}
