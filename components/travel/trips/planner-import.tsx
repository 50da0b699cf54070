import { useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Finding } from "@/lib/geo/imports/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { readHeights, type HeightLine } from "@/lib/geo/tracks/rules";
import type { Refused } from "@/lib/geo/travel-files/files/rules";
import type { OfferedLine, TravelFile } from "@/lib/geo/travel-files/rules";
import { linesOf, stopsOf, stopsToChoose, type OfferedStop } from "@/lib/travel/trips/files/rules";
import { spreadOver } from "@/lib/travel/trips/rules";
import { ImportReport } from "../../geo/imports/import-report";
import type { ImportMessages } from "../../geo/imports/import-messages";
import { LineChoice } from "../../geo/imports/line-choice";
import { fill } from "../../ui/fill";
import { usePlanner } from "./planner-context";
import type { NewStop } from "./planner-edits";
import { useImportTexts } from "../../geo/imports/import-texts";

export type PlannerImportProps = {
  read: TravelFile | Refused;
  /** Name of the file. */
  name: string;
  locale: Locale;
  /** How many points the trip still takes. */
  room: number;
  onTake: (stops: readonly NewStop[], heights: HeightLine[], name: string) => void;
  onClose: () => void;
};

/** What a file has for a trip: the person chooses its line and its stops, and sees what is not taken over. */
export function PlannerImport({ read, ...props }: PlannerImportProps) {
  const heading = useId();
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    sheet.current?.focus({ preventScroll: true });
    sheet.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section
      ref={sheet}
      tabIndex={-1}
      aria-labelledby={heading}
      data-file-sheet
      className="grid w-full gap-4 rounded-xl border-2 border-faixa p-4"
    >
      <h2 id={heading} className="text-xl break-words">
        {props.name}
      </h2>
      {"problem" in read ? <RefusedFile read={read} {...props} /> : <ReadFile read={read} {...props} />}
    </section>
  );
}

type PartProps<Read> = Omit<PlannerImportProps, "read"> & { read: Read };

function RefusedFile({ read, onClose }: PartProps<Refused>) {
  const texts = useImportTexts();
  return (
    <>
      <p role="alert" className="font-semibold text-danger">
        {texts.problems[read.problem]}
      </p>
      <ImportReport read={[]} findings={read.findings} />
      <Button variant="outline" onClick={onClose}>
        {texts.planner.cancel}
      </Button>
    </>
  );
}

/** Which stops are ticked at first: all, or the ends and some between where there is no room for all. */
function firstChoice(stops: readonly OfferedStop[], room: number): ReadonlySet<number> {
  const all = stops.map((_, index) => index);
  return new Set(all.length <= room ? all : []);
}

function useChoice(file: TravelFile, room: number) {
  const [lines] = useState(() => linesOf(file));
  const [line, setLine] = useState<OfferedLine | null>(lines[0] ?? null);
  const stops = stopsToChoose(file, line);
  const left = room - (line ? 2 : 0);
  const [ticked, setTicked] = useState(() => firstChoice(stops, left));
  const chosen = stops.filter((_, index) => ticked.has(index));
  return {
    lines,
    line,
    stops,
    ticked,
    left,
    chosen,
    chooseLine: (next: OfferedLine | null) => {
      setLine(next);
      setTicked(firstChoice(stopsToChoose(file, next), room - (next ? 2 : 0)));
    },
    setTicked,
  };
}

function ReadFile({ read: file, name, locale, room, onTake, onClose }: PartProps<TravelFile>) {
  const texts = useImportTexts();
  const planner = usePlanner().texts;
  const choice = useChoice(file, room);
  const { line, stops, ticked, chosen } = choice;
  const taken = stopsOf(line, chosen, room, planner.add.filePoint);
  const unchosen = stops.length - chosen.length;
  const bends = taken.filter(({ kind }) => kind === "shape").length;
  const add = () => {
    const heights = line ? readHeights({ lines: [{ kind: "track", name: "", parts: line.parts }], points: [] }) : [];
    onTake(taken, heights, name);
  };
  const findings: Finding[] = [
    ...file.findings,
    ...(unchosen > 0
      ? [{ effect: "left", reason: "choice", count: unchosen, places: placesOf(stops, ticked) } as const]
      : []),
  ];
  return (
    <>
      {choice.lines.length > 0 && (
        <LineChoice
          legend={texts.planner.line}
          options={[...choice.lines, null]}
          chosen={line}
          onChoose={choice.chooseLine}
          locale={locale}
        />
      )}
      {line && <p className="text-muted">{fill(texts.planner.lineUse, { points: line.points.length, bends })}</p>}
      {stops.length > 0 && <StopChoice {...choice} filePoint={planner.add.filePoint} />}
      <ImportReport read={readTexts(file, texts)} findings={findings} />
      {line && taken.length > room && <p role="alert">{texts.planner.noRoom}</p>}
      <div className="flex flex-wrap gap-3">
        <Button disabled={taken.length === 0 || taken.length > room} onClick={add}>
          {texts.planner.add}
        </Button>
        <Button variant="outline" onClick={onClose}>
          {texts.planner.cancel}
        </Button>
      </div>
    </>
  );
}

const PLACES = 20;
const placesOf = (stops: readonly OfferedStop[], ticked: ReadonlySet<number>) =>
  stops
    .filter((_, index) => !ticked.has(index))
    .slice(0, PLACES)
    .map(({ name, lat, lng }) => ({ line: null, element: name || `${lat.toFixed(4)} ${lng.toFixed(4)}` }));

function readTexts(file: TravelFile, texts: ImportMessages): string[] {
  const lines = file.lines.flatMap(({ parts }) => parts).reduce((sum, { length }) => sum + length, 0);
  return [
    ...(lines > 0 ? [fill(texts.planner.readLine, { lines: file.lines.length, points: lines })] : []),
    ...(file.points.length > 0 ? [fill(texts.planner.readPoints, { points: file.points.length })] : []),
  ];
}

type StopProps = Pick<ReturnType<typeof useChoice>, "stops" | "ticked" | "left" | "setTicked"> & {
  filePoint: string;
};

function StopChoice({ stops, ticked, left, setTicked, filePoint }: StopProps) {
  const texts = useImportTexts();
  const toggle = (index: number) => {
    const next = new Set(ticked);
    if (!next.delete(index)) next.add(index);
    setTicked(next);
  };
  const every = () => setTicked(new Set(spreadOver([...stops.keys()], Math.max(0, left))));
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{texts.planner.stops}</legend>
      {stops.length > left && <p className="font-semibold">{fill(texts.planner.room, { room: Math.max(0, left) })}</p>}
      <p role="status" className="text-muted">
        {fill(texts.planner.chosen, { count: ticked.size, total: stops.length })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={every}>
          {stops.length > left ? fill(texts.planner.spread, { room: Math.max(0, left) }) : texts.planner.every}
        </Button>
        <Button variant="outline" onClick={() => setTicked(new Set())}>
          {texts.planner.nothing}
        </Button>
      </div>
      <ul className="grid max-h-[50dvh] overflow-y-auto">
        {stops.map(({ name, lat, lng }, index) => (
          <li key={index}>
            <label className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                checked={ticked.has(index)}
                onChange={() => toggle(index)}
                className="size-5 shrink-0"
              />
              {name || `${filePoint} (${lat.toFixed(4)}, ${lng.toFixed(4)})`}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
