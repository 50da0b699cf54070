import { useId, type ReactNode } from "react";

type Props = { label: string; hint?: string; children: (id: string) => ReactNode };

/** A field with its label above and a hint below. */
export function Labelled({ label, hint, children }: Props) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </div>
  );
}
