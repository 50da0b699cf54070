import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { Template } from "@/lib/garage/checklists/queries";
import { fill } from "../../ui/fill";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  template: Template;
  isBusy: boolean;
  onStart: (template: Template) => void;
  children?: ReactNode;
};

/** A template with the button that starts it. */
export function TemplateCard({ template, isBusy, onStart, children }: Props) {
  const texts = useChecklistTexts();
  return (
    <li className="grid content-between gap-3 rounded-2xl border-2 border-line bg-surface p-4">
      <div>
        <h3 className="text-xl">{template.title}</h3>
        <p className="text-sm text-muted">{fill(texts.home.items, { count: template.items.length })}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant="faixa"
          className="h-14"
          disabled={isBusy || template.items.length === 0}
          aria-label={`${texts.home.begin}: ${template.title}`}
          onClick={() => onStart(template)}
        >
          {texts.home.begin}
        </Button>
        {children}
      </div>
    </li>
  );
}
