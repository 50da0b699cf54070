import { notify } from "./notify";

/** Copies a text and says so; where the browser refuses, a prompt with the label shows it for manual copying. */
export async function copyText(
  text: string,
  label: string,
  notice: "link.copied" | "text.copied" = "link.copied",
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ code: notice, variant: "success" });
  } catch {
    window.prompt(label, text);
  }
}
