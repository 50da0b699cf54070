/** Honeypot: an input that is invisible to people, so an answer comes from a bot. */
export function HoneypotField({ label }: { label: string }) {
  return (
    <div aria-hidden className="sr-only">
      <label>
        {label}
        <input name="homepage" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
