/** A rating as stars, with a text label. */
export function Stars({ rating, label, className = "" }: { rating: number; label: string; className?: string }) {
  const full = Math.round(rating);
  return (
    <span role="img" aria-label={label} className={`text-faixa-text ${className}`}>
      {"★".repeat(full)}
      <span className="text-muted">{"☆".repeat(5 - full)}</span>
    </span>
  );
}
