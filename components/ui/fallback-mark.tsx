/** Marks a text that is not translated from Portuguese. */
export function FallbackMark({ label, show }: { label: string; show: boolean }) {
  if (!show) return null;
  return (
    <span className="ml-2 inline-block rounded border border-line px-1.5 py-0.5 align-middle text-xs text-muted">
      {label}
    </span>
  );
}
