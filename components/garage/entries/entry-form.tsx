import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { deviceDay } from "@/lib/platform/dates";
import type { Locale } from "@/lib/platform/i18n/routing";
import {
  checkFill,
  EMPTY_ENTRY,
  offsetOn,
  type EntryKind,
  type OddFill,
  type OddReading,
} from "@/lib/garage/entries/rules";
import type { EntryContent, LogCar } from "@/lib/garage/entries/schema";
import type { ChosenFile } from "./entry-files";
import { FileField } from "./file-field";
import { readEntryForm, typedPrice, typedSum, type Problems } from "./form-values";
import { KindFields } from "./kind-fields";
import { entriesOnDevice, lastReading, oddReading } from "./entries-on-device";
import type { Log, NewEntry } from "./log-store";
import { OddQuestion, type OddAnswer } from "./odd-question";
import { PositionField, type Position } from "./position-field";
import { useLogTexts } from "./log-texts";

/** A stored or waiting entry that is changed; `expected_version` is the version of the server that it is based on. */
export type Edited = { id: string; expected_version: number | null; content: EntryContent };
type Save = (entries: NewEntry[], files: ChosenFile[]) => Promise<boolean>;

type Props = {
  locale: Locale;
  car: LogCar;
  kind: EntryKind;
  log: Pick<Log, "entries">;
  edited: Edited | null;
  onSave: Save;
  onCancel: () => void;
};

/** The entries to save; a replaced odometer is an entry of its own unless the entry is a reading itself. */
function entriesOf(car: LogCar, edited: Edited | null, content: EntryContent, isReplaced: boolean): NewEntry[] {
  const head = {
    id: edited?.id ?? crypto.randomUUID(),
    vehicle: car.id,
    expected_version: edited?.expected_version ?? null,
  };
  if (!isReplaced) return [{ ...head, content }];
  if (content.kind === "km") return [{ ...head, content: { ...content, replaces_odometer: true } }];
  const { on_date, reading_km, offset_km } = content;
  const reading: EntryContent = { ...EMPTY_ENTRY, kind: "km", on_date, reading_km, offset_km, replaces_odometer: true };
  return [
    { id: crypto.randomUUID(), vehicle: car.id, expected_version: null, content: reading },
    { ...head, content },
  ];
}

type Doubts = readonly (OddReading | OddFill)[];

/** What the person typed, checked and turned into entries. */
function useEntry({ car, kind, log, edited }: Props) {
  const known = entriesOnDevice(car, log, edited?.id ?? null);
  const read = (data: FormData, position: Position | null) => {
    const stored = edited?.content ?? null;
    const isBroken = car.odometer_state === "broken";
    const { content, problems } = readEntryForm(data, { kind, isBroken, today: deviceDay(), stored });
    const isMoved = stored === null || (!stored.replaces_odometer && stored.on_date !== content.on_date);
    const offset_km = isMoved ? offsetOn(content.on_date, car.odometer_offset_km, known) : content.offset_km;
    const place = kind === "note" ? { lat: position?.lat ?? null, lng: position?.lng ?? null } : {};
    return { content: { ...content, offset_km, ...place }, problems };
  };
  const oddOf = ({ on_date, reading_km, offset_km, replaces_odometer }: EntryContent): OddReading | null => {
    if (reading_km === null || replaces_odometer) return null;
    return oddReading({ on_date, reading_km, offset_km }, known);
  };
  const doubtsOf = (content: EntryContent): Doubts =>
    [oddOf(content), kind === "fuel" ? checkFill(content) : null].filter((doubt) => doubt !== null);
  /** The same reading on a new odometer: the car has driven what was known before. */
  const onNewOdometer = (content: EntryContent, odd: OddReading): EntryContent => ({
    ...content,
    offset_km: Math.round((odd.km + content.offset_km - (content.reading_km ?? 0)) * 10) / 10,
  });
  return { read, doubtsOf, onNewOdometer, last: lastReading(car, known) };
}

const positionOf = (content: EntryContent | undefined): Position | null =>
  content?.lat != null && content.lng != null ? { lat: content.lat, lng: content.lng } : null;

/** Adds or changes an entry. Nothing is sent here: `onSave` stores it on the device. */
export function EntryForm(props: Props) {
  const texts = useLogTexts();
  const { locale, car, kind, edited, onSave, onCancel } = props;
  const entry = useEntry(props);
  const [problems, setProblems] = useState<Problems>({});
  const [typed, setTyped] = useState<{ price: number | null; sum: number | null }>({ price: null, sum: null });
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [position, setPosition] = useState(positionOf(edited?.content));
  const [asked, setAsked] = useState<{ content: EntryContent; isReplaced: boolean; doubts: Doubts } | null>(null);
  const [state, setState] = useState<"idle" | "saving" | "failed">("idle");

  const store = async (content: EntryContent, isReplaced = false) => {
    setAsked(null);
    setState("saving");
    const isSaved = await onSave(entriesOf(car, edited, content, isReplaced), files).catch(() => false);
    setState(isSaved ? "idle" : "failed");
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = entry.read(new FormData(event.currentTarget), position);
    setProblems(found.problems);
    setAsked(null);
    const first = Object.keys(found.problems)[0];
    if (first) return focusField(event.currentTarget, first);
    const doubts = entry.doubtsOf(found.content);
    if (doubts.length > 0) setAsked({ content: found.content, isReplaced: false, doubts });
    else void store(found.content);
  };
  const answer = (given: OddAnswer) => {
    const [doubt, ...doubts] = asked?.doubts ?? [];
    if (!asked || !doubt || given === "fix") return setAsked(null);
    const isReplaced = asked.isReplaced || given === "replaced";
    const content = given === "replaced" && "km" in doubt ? entry.onNewOdometer(asked.content, doubt) : asked.content;
    if (doubts.length > 0) setAsked({ content, isReplaced, doubts });
    else void store(content, isReplaced);
  };
  const compute = (form: HTMLFormElement) => {
    const data = new FormData(form);
    setTyped({ price: kind === "fuel" ? typedPrice(data) : null, sum: kind === "service" ? typedSum(data) : null });
  };
  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      onInput={(event) => compute(event.currentTarget)}
      className="grid gap-4"
      data-entry-form={kind}
    >
      <KindFields
        {...{ kind, car, locale, problems, typed }}
        stored={edited?.content ?? null}
        today={deviceDay()}
        lastReading={entry.last}
      />
      {kind === "note" && <PositionField position={position} onChange={setPosition} />}
      {kind !== "km" && <FileField isPhoto={kind === "note"} files={files} onChange={setFiles} />}
      {state === "failed" && (
        <p role="alert" className="font-semibold text-danger">
          {texts.saved.failed}
        </p>
      )}
      {asked?.doubts[0] ? (
        <OddQuestion {...{ locale, odd: asked.doubts[0] }} canReplace={edited === null} onAnswer={answer} />
      ) : (
        <SaveBar isSaving={state === "saving"} onCancel={onCancel} />
      )}
    </form>
  );
}

type SaveBarProps = { isSaving: boolean; onCancel: () => void };

function SaveBar({ isSaving, onCancel }: SaveBarProps) {
  const texts = useLogTexts();
  return (
    <div className="sticky bottom-0 flex gap-3 bg-background py-3">
      <Button type="submit" variant="faixa" disabled={isSaving} className="h-13 grow text-xl">
        {texts.save}
      </Button>
      <Button variant="outline" className="h-13" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </div>
  );
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) {
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  }
}
