import { controlClass } from "@/components/ui/input";
import { LabelledInput } from "@/components/ui/labelled-input";

type LineProps = {
  name: string;
  label: string;
  max: number;
  type?: "text" | "email" | "tel";
  value?: string;
  required?: boolean;
};

/** A label above a one-line input. */
export function Line({ name, label, max, type = "text", value, required }: LineProps) {
  return (
    <LabelledInput
      label={label}
      className="content-start"
      name={name}
      type={type}
      maxLength={max}
      defaultValue={value}
      required={required}
    />
  );
}

/** A label above several lines, one entry each. */
export function LongLine({
  name,
  label,
  value,
  rows = 2,
}: {
  name: string;
  label: string;
  value?: string;
  rows?: number;
}) {
  return (
    <label className="grid content-start gap-1 text-sm">
      <span className="text-muted">{label}</span>
      <textarea name={name} rows={rows} defaultValue={value} className={`${controlClass} h-auto py-2`} />
    </label>
  );
}
