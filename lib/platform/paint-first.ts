import { LATE_SCRIPT } from "./inline-scripts";

const FRAMEWORK_SCRIPT = /<script (?=[^>]*\bsrc="\/_next\/static\/)(?=[^>]*\basync\b)([^>]*)>/g;
const SCRIPT_PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/** Makes the framework scripts of a page load after the first paint (see LATE_SCRIPT); returns a page without any unchanged. */
export function paintFirst(html: string): string {
  const late = html.replace(FRAMEWORK_SCRIPT, '<script type="late" $1>');
  if (late === html) return html;
  return late.replace(SCRIPT_PRELOAD, "").replace("</body>", `<script>${LATE_SCRIPT}</script></body>`);
}
