import type { Field } from "@/lib/panel/admin/resource";
import { CONTENT_LANGUAGES, type Language } from "@/lib/platform/i18n/routing";

/** The tab of the form with the field of an error: `translations.en.name` is on that of English. */
export function languageOf(path: string): Language {
  const [first, language] = path.split(".");
  return first === "translations" && (language === "en" || language === "es") ? language : "pt";
}

/** The paths of wrong fields in the order of the form: Portuguese first, then the other languages. */
export function orderedErrors(fields: readonly Field[], errors: Record<string, string>): string[] {
  const place = (path: string) => {
    const parts = path.split(".");
    const language = CONTENT_LANGUAGES.indexOf(languageOf(path));
    const name = language > 0 ? parts[2] : parts[0];
    const index = fields.findIndex((field) => field.name === name);
    return [language, index < 0 ? fields.length : index] as const;
  };
  return Object.keys(errors).toSorted((one, other) => {
    const [a, b] = [place(one), place(other)];
    return a[0] - b[0] || a[1] - b[1] || one.localeCompare(other, "en", { numeric: true });
  });
}

const FOCUSABLE = "input, textarea, select, button, [contenteditable=true]";

/** Opens what hides a field, moves the focus to its control and the field to the middle of the window. */
export function focusField(form: HTMLElement | null, path: string): void {
  for (let name = path; name; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
    const field = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
    if (!field) continue;
    for (let around = field.closest("details"); around; around = around.parentElement?.closest("details") ?? null)
      around.open = true;
    const control =
      field.querySelector<HTMLElement>("[aria-invalid=true]") ?? field.querySelector<HTMLElement>(FOCUSABLE);
    control?.focus({ preventScroll: true });
    field.scrollIntoView({ block: "center" });
    return;
  }
}
