/** A progress bar; screen readers announce it as a number. */
export function ProgressBar({ value, max, label }: { value: number; max: number; label: string }) {
  return (
    <progress
      value={value}
      max={Math.max(max, 1)}
      aria-label={label}
      data-print="hide"
      className="h-2.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-rota-text [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-rota-text"
    />
  );
}
