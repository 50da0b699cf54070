import { ask } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { deleteTemplateAction } from "@/lib/garage/checklists/actions";
import type { Template } from "@/lib/garage/checklists/queries";
import type { OwnTemplate } from "@/lib/garage/checklists/schema";
import { fill } from "../../ui/fill";
import { TemplateCard } from "./template-card";
import { TemplateEditor } from "./template-editor";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  own: readonly Template[];
  templates: readonly Template[];
  isBusy: boolean;
  onStart: (template: Template) => void;
};

const LINK = "min-h-11 underline";

const empty = (): OwnTemplate => ({ id: crypto.randomUUID(), title: "", kind: "daily", items: [] });
const copyOf = ({ title, kind, items }: Template): OwnTemplate => ({ id: crypto.randomUUID(), title, kind, items });

/** Own templates, which serve all cars of the account: start, edit, delete, or begin with a copy of one of the team. */
export function OwnTemplates({ own, templates, isBusy, onStart }: Props) {
  const texts = useChecklistTexts();
  const { home } = texts;
  const router = useRouter();
  const [edited, setEdited] = useState<OwnTemplate | null>(null);
  const [failed, setFailed] = useState(false);
  const remove = async ({ id, title }: Template) => {
    if (!(await ask(fill(home.removeConfirm, { title })))) return;
    const answer = await deleteTemplateAction({ id }).catch(() => null);
    setFailed(!answer?.data);
    router.refresh();
  };
  const close = (isSaved: boolean) => {
    setEdited(null);
    if (isSaved) router.refresh();
  };
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-2xl">{home.own}</h2>
      <p className="text-muted">{home.ownLead}</p>
      {failed && <p role="alert">{home.failed}</p>}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {own.map((template) => (
          <TemplateCard key={template.id} template={template} isBusy={isBusy} onStart={onStart}>
            <button type="button" className={LINK} onClick={() => setEdited(template)}>
              {home.edit}
            </button>
            <button type="button" className={LINK} onClick={() => void remove(template)}>
              {home.remove}
            </button>
          </TemplateCard>
        ))}
      </ul>
      {edited ? (
        <TemplateEditor key={edited.id} template={edited} onClose={close} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="outline" className="h-14" onClick={() => setEdited(empty())}>
            {home.newOwn}
          </Button>
          <label className="flex min-h-14 min-w-0 flex-wrap items-center gap-2">
            {home.copy}
            <select
              value=""
              className="h-14 min-w-0 max-w-full rounded-lg border-2 border-line bg-background px-3"
              onChange={({ target }) => {
                const source = templates.find(({ id }) => id === target.value);
                if (source) setEdited(copyOf(source));
              }}
            >
              <option value="">{texts.run.choose}</option>
              {templates.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
    </section>
  );
}
