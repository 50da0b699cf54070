import { Wrench } from "lucide";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { changeItem, decideItem, type DeviceChecklist } from "@/lib/garage/checklists/device/rules";
import { choicesOf } from "@/lib/garage/checklists/rules";
import type { ItemAnswer, StoredItem } from "@/lib/garage/checklists/schema";
import { fill } from "../../ui/fill";
import { AddPart } from "./add-part";
import { ItemPhotos } from "./item-photos";
import { StatusButtons } from "./status-buttons";
import type { Checklist } from "./use-checklist";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  item: StoredItem;
  checklist: Checklist;
  device: DeviceChecklist;
  isLocked: boolean;
};

/** One item: what to look at, its answer, and what follows from a failure. */
export function RunItem({ item, checklist, device, isLocked }: Props) {
  const texts = useChecklistTexts();
  const answer = (change: Partial<ItemAnswer>) => void checklist.change((now) => changeItem(now, item.id, change));
  const addTask = () => {
    const task = { id: crypto.randomUUID(), item: item.id, title: item.text.slice(0, 120) };
    void checklist.change((now) =>
      now.tasks.some((known) => known.item === item.id) ? now : { ...now, tasks: [...now.tasks, task] },
    );
  };
  const isConflict = device.conflicts.includes(item.id);
  return (
    <li
      data-item={item.key}
      className="grid gap-2 border-b border-line py-4 last:border-0 print:break-inside-avoid print:py-1.5"
    >
      <p className="text-lg leading-snug">
        <span className="hidden font-semibold print:inline">{texts.statuses[item.status]} · </span>
        {item.text}
      </p>
      {item.why && <p className="text-sm text-muted">{item.why}</p>}
      {isConflict && <Conflict item={item} checklist={checklist} device={device} />}
      <StatusButtons
        name={item.id}
        label={fill(texts.run.statusOf, { text: item.text })}
        names={texts.statuses}
        status={item.status}
        isDisabled={isLocked || isConflict}
        onChange={(status) => answer({ status })}
      />
      <Value item={item} isLocked={isLocked} onChange={(value) => answer({ value })} />
      <Note item={item} isLocked={isLocked} onChange={(note) => answer({ note })} />
      <ItemPhotos item={item} checklist={checklist} device={device} isLocked={isLocked} />
      {item.task ? (
        <p className="flex items-center gap-2 font-semibold">
          <Icon of={Wrench} className="size-5" />
          {item.task.status === "done" ? texts.run.taskDone : texts.run.taskOpen}
        </p>
      ) : (
        device.canEdit &&
        item.status === "fail" &&
        item.suggests_maintenance && (
          <Button variant="faixa" className="h-auto min-h-14 whitespace-normal print:hidden" onClick={addTask}>
            <Icon of={Wrench} />
            {texts.run.task}
          </Button>
        )
      )}
      {device.canEdit && item.status === "fail" && <AddPart item={item} vehicle={device.list.vehicle_id} />}
    </li>
  );
}

type FieldProps = { item: StoredItem; isLocked: boolean; onChange: (text: string) => void };

function Value({ item, isLocked, onChange }: FieldProps) {
  const texts = useChecklistTexts();
  if (item.answer === "check") return null;
  if (item.answer === "choice")
    return (
      <select
        aria-label={`${item.text}: ${texts.run.choose}`}
        value={item.value}
        disabled={isLocked}
        onChange={({ target }) => onChange(target.value)}
        className={`${controlClass} h-14`}
      >
        <option value="">{texts.run.choose}</option>
        {choicesOf(item.choices).map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  return (
    <label className="flex items-center gap-2">
      <StoredText
        label={item.text}
        value={item.value}
        isLocked={isLocked}
        max={300}
        inputMode={item.answer === "number" ? "decimal" : undefined}
        onChange={onChange}
      />
      {item.unit && <span aria-hidden>{item.unit}</span>}
    </label>
  );
}

function Note({ item, isLocked, onChange }: FieldProps) {
  const texts = useChecklistTexts();
  const [isOpen, setOpen] = useState(false);
  if (isLocked) return item.note ? <p className="whitespace-pre-line">{item.note}</p> : null;
  if (!isOpen && !item.note && item.status !== "fail" && item.status !== "attention")
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="min-h-11 justify-self-start underline print:hidden"
      >
        {texts.run.addNote}
      </button>
    );
  return (
    <StoredText
      label={`${texts.run.note}: ${item.text}`}
      placeholder={texts.run.note}
      value={item.note}
      isLocked={false}
      max={1000}
      onChange={onChange}
    />
  );
}

type StoredTextProps = {
  label: string;
  value: string;
  isLocked: boolean;
  max: number;
  placeholder?: string;
  inputMode?: "decimal";
  onChange: (text: string) => void;
};

/** A field whose every input is stored; while it has the focus it shows what was typed, not what was stored last. */
function StoredText({ label, value, isLocked, max, placeholder, inputMode, onChange }: StoredTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      aria-label={label}
      value={typed ?? value}
      disabled={isLocked}
      maxLength={max}
      placeholder={placeholder}
      inputMode={inputMode}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value);
      }}
      onBlur={() => setTyped(null)}
      className={`${controlClass} h-14`}
    />
  );
}

function Conflict({ item, checklist, device }: Omit<Props, "isLocked">) {
  const texts = useChecklistTexts();
  const theirs = device.list.items.find(({ id }) => id === item.id)!;
  const decide = (whose: "mine" | "theirs") => void checklist.change((now) => decideItem(now, item.id, whose));
  const shown = ({ status, value, note }: ItemAnswer) =>
    [texts.statuses[status], value, note].filter(Boolean).join(" · ");
  return (
    <div role="group" aria-label={texts.run.conflictTitle} className="grid gap-2 rounded-xl border-2 border-faixa p-3">
      <p className="font-semibold">{texts.run.conflictTitle}</p>
      <p>
        {texts.run.conflictMine}: {shown(item)}
      </p>
      <p>
        {texts.run.conflictTheirs}: {shown(theirs)}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button className="h-auto min-h-14 whitespace-normal" onClick={() => decide("mine")}>
          {texts.run.useMine}
        </Button>
        <Button variant="outline" className="h-auto min-h-14 whitespace-normal" onClick={() => decide("theirs")}>
          {texts.run.useTheirs}
        </Button>
      </div>
    </div>
  );
}
