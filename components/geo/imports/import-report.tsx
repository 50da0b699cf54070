import { fill } from "@/components/ui/fill";
import type { Finding, Place } from "@/lib/geo/imports/rules";
import type { ImportMessages } from "./import-messages";
import { useImportTexts } from "./import-texts";

type Props = {
  /** What was read, one line each. */
  read: readonly string[];
  findings: readonly Finding[];
};

/** What an import read, what it left out with the reason and place, and what it changed. */
export function ImportReport({ read, findings }: Props) {
  const texts = useImportTexts();
  const parts = (["left", "changed"] as const)
    .map((effect) => ({ effect, list: findings.filter((finding) => finding.effect === effect) }))
    .filter(({ list }) => list.length > 0);
  return (
    <div data-import-report className="grid gap-3">
      {read.length > 0 && (
        <section>
          <h3 className="font-semibold">{texts.read}</h3>
          <ul className="grid gap-1">
            {read.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {parts.length === 0 && read.length > 0 && <p className="text-muted">{texts.whole}</p>}
      {parts.map(({ effect, list }) => (
        <section
          key={effect}
          className={`rounded-lg border-2 p-3 ${effect === "left" ? "border-danger" : "border-line"}`}
        >
          <h3 className="font-semibold">{texts[effect]}</h3>
          <ul className="grid gap-1">
            {list.map((finding) => (
              <FindingRow key={finding.reason} finding={finding} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function placeText(texts: ImportMessages, { line, element, value }: Place): string {
  const place = [line !== null && fill(texts.place, { line }), element].filter(Boolean).join(", ");
  return [place, value].filter(Boolean).join(": ");
}

function FindingRow({ finding: { reason, count, places } }: { finding: Finding }) {
  const texts = useImportTexts();
  const hidden = count - places.length;
  return (
    <li>
      <p>
        <strong className="tabular-nums">{fill(texts.count, { count })}</strong> {texts.reasons[reason]}
      </p>
      <details className="text-sm text-muted">
        <summary className="min-h-6 cursor-pointer">{texts.show}</summary>
        <ul className="grid gap-1 pl-3">
          {places.map((place, index) => (
            <li key={index} className="break-words">
              {placeText(texts, place)}
            </li>
          ))}
          {hidden > 0 && <li>{fill(texts.more, { count: hidden })}</li>}
        </ul>
      </details>
    </li>
  );
}
