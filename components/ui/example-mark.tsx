/** Marks a value that is an example, in words. */
export function ExampleMark({ label }: { label: string }) {
  return (
    <span className="ml-1 rounded border border-dashed border-current px-1 text-xs font-normal text-faixa-text">
      {label}
    </span>
  );
}
