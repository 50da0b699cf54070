import { useId, type ComponentProps, type ReactNode } from "react";
import { fill } from "@/components/ui/fill";
import { Checkbox } from "@/components/ui/checkbox";
import { controlClass, Input } from "@/components/ui/input";
import type { FieldProblem } from "./form-values";
import { useLogTexts } from "./log-texts";

type Basics = { name: string; label: string; hint?: ReactNode; problem?: FieldProblem };

export function EntryField({ name, label, hint, problem, ...input }: Basics & ComponentProps<"input">) {
  const texts = useLogTexts();
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Input
        id={id}
        name={name}
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
        className="h-12 text-lg"
        {...input}
      />
      <p id={`${id}-note`} className={problem ? "text-sm font-semibold text-danger" : "text-sm text-muted"}>
        {problem ? fill(texts.problem[problem], { example: "1.234,5" }) : hint}
      </p>
    </div>
  );
}

/** A field for a decimal number, typed with a comma or a point. */
export const NumberField = (props: Basics & ComponentProps<"input">) => (
  <EntryField inputMode="decimal" maxLength={16} {...props} />
);

type ChoiceProps<Choice extends string> = {
  name: string;
  label: string;
  choices: readonly Choice[];
  names: Record<Choice, string>;
  chosen: Choice;
};

/** One of a few choices, each large enough for a thumb. */
export function ChoiceField<Choice extends string>({ name, label, choices, names, chosen }: ChoiceProps<Choice>) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border-2 border-line px-3 has-checked:border-primary has-checked:bg-raised has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              defaultChecked={choice === chosen}
              className="size-5 accent-primary"
            />
            {names[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function CheckField({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <Checkbox name={name} defaultChecked={isChecked} />
      {label}
    </label>
  );
}

type AreaProps = { name: string; label: string; defaultValue: string; problem?: FieldProblem };

export function TextArea({ name, label, defaultValue, problem }: AreaProps) {
  const texts = useLogTexts();
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={3}
        maxLength={4000}
        defaultValue={defaultValue}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-note`}
        className={`${controlClass} h-auto py-2`}
      />
      {problem && (
        <p id={`${id}-note`} className="text-sm font-semibold text-danger">
          {texts.problem[problem]}
        </p>
      )}
    </div>
  );
}
