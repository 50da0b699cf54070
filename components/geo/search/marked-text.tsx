import { highlight } from "@/lib/geo/search/rules";

/** A text with the search words highlighted. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  return highlight(text, query).map(({ text: piece, hit }, index) =>
    hit ? (
      <mark key={index} className="rounded-sm bg-faixa/35 text-text">
        {piece}
      </mark>
    ) : (
      <span key={index}>{piece}</span>
    ),
  );
}
