import { ArrowUp, X } from "lucide";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import type { ChecklistItem } from "@/lib/garage/checklists/schema";
import { fill } from "../../ui/fill";
import { useChecklistTexts } from "./checklist-texts";
import { CHECKLIST_ANSWERS } from "@/lib/platform/supabase/database-constants/guide";

type Props = {
  item: ChecklistItem;
  number: number;
  onChange: (change: Partial<ChecklistItem>) => void;
  onRemove: () => void;
  onUp: (() => void) | null;
};

/** The fields of one item of a template. */
export function EditedItem({ item, number, onChange, onRemove, onUp }: Props) {
  const texts = useChecklistTexts().editor;
  const text = (name: "section" | "text" | "unit", max: number) => (
    <label className="grid gap-1">
      {texts[name]}
      <input
        value={item[name]}
        maxLength={max}
        onChange={({ target }) => onChange({ [name]: target.value })}
        className={controlClass}
      />
    </label>
  );
  return (
    <li aria-label={fill(texts.item, { number })} className="grid gap-2 border-t border-line pt-3 sm:grid-cols-2">
      {text("section", 120)}
      {text("text", 300)}
      <label className="grid gap-1">
        {texts.answer}
        <select
          value={item.answer}
          onChange={({ target }) => onChange({ answer: target.value as ChecklistItem["answer"] })}
          className={controlClass}
        >
          {CHECKLIST_ANSWERS.map((answer) => (
            <option key={answer} value={answer}>
              {texts.answers[answer]}
            </option>
          ))}
        </select>
      </label>
      {item.answer === "number" && text("unit", 20)}
      {item.answer === "choice" && (
        <label className="grid gap-1">
          {texts.choices}
          <textarea
            value={item.choices}
            rows={3}
            maxLength={600}
            onChange={({ target }) => onChange({ choices: target.value })}
            className={`${controlClass} h-auto py-2`}
          />
        </label>
      )}
      <label className="flex min-h-11 items-center gap-2">
        <Checkbox
          checked={item.suggests_maintenance}
          onChange={({ target }) => onChange({ suggests_maintenance: target.checked })}
        />
        {texts.suggests}
      </label>
      <div className="flex gap-2">
        {onUp && (
          <Button variant="outline" size="icon" onClick={onUp}>
            <Icon of={ArrowUp} label={fill(texts.up, { number })} />
          </Button>
        )}
        <Button variant="outline" size="icon" onClick={onRemove}>
          <Icon of={X} label={fill(texts.removeItem, { number })} />
        </Button>
      </div>
    </li>
  );
}
