import { notify } from "./notify";

/** Copies a text to the clipboard and shows a notice; where the browser does not allow that, a prompt shows the text. */
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
