/** Texts of the pack button; `{done}`, `{total}`, `{size}` and `{date}` are filled in by the browser. */
export type PackLabels = Record<
  | "text"
  | "take"
  | "progress"
  | "partial"
  | "saved"
  | "pause"
  | "resume"
  | "update"
  | "remove"
  | "removeTitle"
  | "removeText"
  | "cancel"
  | "shelf"
  | "network"
  | "space"
  | "service",
  string
>;

/** A text with its `{values}` filled in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
