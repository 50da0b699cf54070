/** A question no person sees; whoever answers it is a program. */
export function TrapField({ label }: { label: string }) {
  return (
    <div aria-hidden className="sr-only">
      <label>
        {label}
        <input name="homepage" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
