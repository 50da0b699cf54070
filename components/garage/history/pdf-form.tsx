import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Checkbox } from "@/components/ui/checkbox";

type Box = { name: string; label: string; hint?: string; isTicked: boolean };
type Props = { action: string; boxes: readonly Box[]; button: string; children?: ReactNode };

/** What a PDF shall contain; the choice is in the address of the file, so no script is needed. */
export function PdfForm({ action, boxes, button, children }: Props) {
  return (
    <form action={action} target="_blank" className="grid gap-3">
      {children}
      {boxes.map(({ name, label, hint, isTicked }) => (
        <div key={name} className="grid gap-1">
          <label className="flex min-h-11 items-center gap-3">
            <Checkbox name={name} value="1" defaultChecked={isTicked} aria-describedby={hint && `${name}-hint`} />
            {label}
          </label>
          {hint && (
            <p id={`${name}-hint`} className="text-sm text-muted">
              {hint}
            </p>
          )}
        </div>
      ))}
      <button type="submit" className={buttonClass({ look: "faixa", className: "w-full justify-center sm:w-fit" })}>
        {button}
      </button>
    </form>
  );
}
