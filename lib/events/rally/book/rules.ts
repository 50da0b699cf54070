import { turnOf, type Tulip, type Turn } from "../../../travel/saved-trips/roadbook/turns";
import { idealMs, stageMetres } from "../rules";
import type { RallyInstruction, RallyStage } from "../schema";

/** A line of the book: `metres` from the start of the stage, `partial` since the line before. */
export type BookRow = {
  metres: number;
  partial: number;
  toGo: number;
  idealMs: number;
} & (
  | { kind: "regularity"; number: number; average: number }
  | { kind: "neutral"; number: number; seconds: number }
  | { kind: "turn"; text: string; tulip: RallyInstruction["tulip"] }
  | { kind: "control"; number: number }
  | { kind: "finish" }
);

type Content = BookRow extends infer Row
  ? Row extends BookRow
    ? Omit<Row, "partial" | "toGo" | "idealMs">
    : never
  : never;
type Staged = Pick<RallyStage, "sections" | "controls">;

function sectionRows({ sections }: Staged): Content[] {
  let from = 0;
  return sections.flatMap((section, index): Content[] => {
    const [metres, number] = [from, index + 1];
    from += section.metres;
    const head: Content =
      section.average_kmh === null
        ? { kind: "neutral", metres, number, seconds: section.neutral_seconds ?? 0 }
        : { kind: "regularity", metres, number, average: section.average_kmh };
    const turns = section.instructions
      .filter((one) => one.metres <= section.metres)
      .map(({ metres: at, text, tulip }): Content => ({ kind: "turn", metres: metres + at, text, tulip }));
    return [head, ...turns.toSorted((a, b) => a.metres - b.metres)];
  });
}

/** Controls before the section that begins at their place, as their ideal time is. */
const ORDER = { control: 0, regularity: 1, neutral: 1, turn: 2, finish: 3 } as const;

/** The lines of the book of a stage in the order of travel. Secret controls are never in a book. */
export function bookRows(stage: Staged): BookRow[] {
  const length = stageMetres(stage.sections);
  const controls = stage.controls
    .filter(({ kind }) => kind === "open")
    .map(({ metres }, index): Content => ({ kind: "control", metres, number: index + 1 }));
  const rows = [...sectionRows(stage), ...controls, { kind: "finish", metres: length } as const];
  let before = 0;
  return rows
    .toSorted((a, b) => a.metres - b.metres || ORDER[a.kind] - ORDER[b.kind])
    .map((row) => {
      const partial = row.metres - before;
      before = row.metres;
      // The start of a section without length and the finish are reached after the stop at their place.
      const ideal = idealMs(stage.sections, row.kind === "finish" ? row.metres + 0.001 : row.metres);
      return { ...row, partial, toGo: length - row.metres, idealMs: ideal } as BookRow;
    });
}

/** The word for the turn of a tulip; its texts are in `events/rally.book.turn`. */
export const turnName = ({ turn }: Pick<Tulip, "turn">): Turn => turnOf(turn);
