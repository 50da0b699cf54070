import { controlClass } from "@/components/ui/input";

type MessageFieldProps = {
  label: string;
  hint: string;
  rows: number;
  value: string;
  onChange: (text: string) => void;
  onCancel: () => void;
};

const MAX = 1000;

/** What a moderator writes to the person who asked; Ctrl+Enter sends the form, Esc cancels. */
export function MessageField({ label, hint, rows, value, onChange, onCancel }: MessageFieldProps) {
  return (
    <label className="grid gap-1">
      <span className="font-semibold">{label}</span>
      <textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a key or button for this text
        autoFocus
        rows={rows}
        maxLength={MAX}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (event.key === "Enter" && event.ctrlKey) event.currentTarget.form?.requestSubmit();
        }}
        className={`${controlClass} h-auto py-2`}
      />
      <span className="text-sm text-muted">{hint}</span>
    </label>
  );
}
