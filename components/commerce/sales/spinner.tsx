export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex min-h-60 items-center justify-center gap-3 text-lg text-muted">
      <span
        aria-hidden="true"
        className="size-8 animate-spin rounded-full border-4 border-line border-t-faixa motion-reduce:animate-none"
      />
      {label}
    </p>
  );
}
