import { cn } from "./cn";
import { controlClass } from "./input";

type Props = {
  name: string;
  label: string;
  value?: string | undefined;
  options: readonly (readonly [value: string, text: string])[];
  /** Text of the option without a value. */
  all?: string;
  /** Classes of the label, for its place in the form. */
  className?: string;
  /** Width class of the select. */
  width?: string;
};

/** A select with a small label above it, for forms of the panel; a new value of the page replaces what was chosen. */
export function LabelledSelect({ name, label, value, options, all, className, width }: Props) {
  return (
    <label className={cn("grid gap-1 text-sm", className)}>
      <span className="text-muted">{label}</span>
      <select key={value} name={name} defaultValue={value} className={cn(controlClass, width)}>
        {all !== undefined && <option value="">{all}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
