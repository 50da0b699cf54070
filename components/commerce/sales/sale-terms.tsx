type Terms = { clauses: readonly string[]; note: string | null };

/** The contract terms in a scrollable box, and the note of their version below it. */
export function SaleTerms({ label, terms: { clauses, note } }: { label: string; terms: Terms }) {
  return (
    <>
      <Clauses label={label} clauses={clauses} />
      {note && (
        <p lang="pt-BR" className="text-sm text-muted">
          {note}
        </p>
      )}
    </>
  );
}

function Clauses({ label, clauses }: { label: string; clauses: readonly string[] }) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Safari scrolls a box by keyboard only when it can have the focus
      tabIndex={0}
      className="max-h-28 overflow-y-auto rounded-lg border-2 border-line bg-background p-4"
    >
      <ol lang="pt-BR" className="grid list-decimal gap-2 pl-5">
        {clauses.map((clause) => (
          <li key={clause}>{clause}</li>
        ))}
      </ol>
    </div>
  );
}
