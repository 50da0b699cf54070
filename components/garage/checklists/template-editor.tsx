import { useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { saveTemplateAction } from "@/lib/garage/checklists/actions";
import { ownTemplateSchema, type ChecklistItem, type OwnTemplate } from "@/lib/garage/checklists/schema";
import { EditedItem } from "./edited-item";
import { useChecklistTexts } from "./checklist-texts";
import { CHECKLIST_KINDS } from "@/lib/platform/supabase/database-constants/guide";

type Props = { template: OwnTemplate; onClose: (isSaved: boolean) => void };

const newItem = (section: string): ChecklistItem => ({
  key: crypto.randomUUID(),
  section,
  text: "",
  why: "",
  answer: "check",
  unit: "",
  choices: "",
  suggests_maintenance: true,
});

/** Edits an own template; after a failed save the form keeps everything. */
export function TemplateEditor({ template, onClose }: Props) {
  const texts = useChecklistTexts();
  const { editor, kinds } = texts;
  const [draft, setDraft] = useState(template);
  const [problem, setProblem] = useState("");
  const [isSaving, setSaving] = useState(false);
  const items = draft.items;
  const setItems = (next: ChecklistItem[]) => setDraft({ ...draft, items: next });
  const save = async () => {
    const input = ownTemplateSchema.safeParse(draft);
    setProblem(input.success ? "" : editor.invalid);
    if (!input.success) return;
    setSaving(true);
    const answer = await saveTemplateAction(input.data).catch(() => null);
    setSaving(false);
    if (answer?.data?.outcome === "saved") onClose(true);
    else setProblem(answer?.data?.outcome === "refused" ? editor.limit : editor.failed);
  };
  return (
    <div role="group" aria-label={editor.title} className="grid gap-4 rounded-2xl border-2 border-line bg-surface p-4">
      <label className="grid gap-1 font-semibold">
        {editor.name}
        <input
          value={draft.title}
          maxLength={120}
          onChange={({ target }) => setDraft({ ...draft, title: target.value })}
          className={controlClass}
        />
      </label>
      <label className="grid gap-1 font-semibold">
        {editor.kind}
        <select
          value={draft.kind}
          onChange={({ target }) => setDraft({ ...draft, kind: target.value as OwnTemplate["kind"] })}
          className={controlClass}
        >
          {CHECKLIST_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <h3 className="text-xl">{editor.items}</h3>
      <ol className="grid gap-4">
        {items.map((item, index) => (
          <EditedItem
            key={item.key}
            item={item}
            number={index + 1}
            onChange={(change) => setItems(items.map((one, at) => (at === index ? { ...one, ...change } : one)))}
            onRemove={() => setItems(items.filter((_, at) => at !== index))}
            onUp={index === 0 ? null : () => setItems(items.with(index - 1, item).with(index, items[index - 1]!))}
          />
        ))}
      </ol>
      <Button
        variant="outline"
        className="justify-self-start"
        disabled={items.length >= 150}
        onClick={() => setItems([...items, newItem(items.at(-1)?.section ?? "")])}
      >
        {editor.addItem}
      </Button>
      {problem && <p role="alert">{problem}</p>}
      <div className="flex flex-wrap gap-3">
        <Button disabled={isSaving} onClick={() => void save()}>
          {editor.save}
        </Button>
        <Button variant="outline" onClick={() => onClose(false)}>
          {editor.cancel}
        </Button>
      </div>
    </div>
  );
}
