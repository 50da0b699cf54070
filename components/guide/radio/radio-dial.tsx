/** A dial like that of an old car radio; the needle marks the selected station. */
export function RadioDial({ at, of, lit }: { at: number; of: number; lit: boolean }) {
  return (
    <div
      aria-hidden
      className={`relative h-20 overflow-hidden rounded-xl border-2 border-line transition-colors duration-200 ${lit ? "bg-faixa text-faixa-ink" : "bg-raised text-muted"}`}
    >
      <div className="absolute inset-x-4 bottom-3 h-6 bg-[repeating-linear-gradient(90deg,currentColor_0_2px,transparent_2px_1.25rem)] opacity-60" />
      <div className="absolute inset-x-4 top-2 flex justify-between font-display text-lg tabular">
        {[88, 92, 96, 100, 104, 108].map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
      <div
        className="absolute inset-y-0 w-1 rounded bg-danger transition-[left] duration-200"
        style={{ left: `${((at + 1) / (of + 1)) * 100}%` }}
      />
    </div>
  );
}
