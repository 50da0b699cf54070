import { escapeXml } from "./xml";

/** Text that is HTML already: `html` does not escape it. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | false | null | undefined | readonly Value[];

function textOf(value: Value): string {
  if (value === false || value === null || value === undefined) return "";
  if (value instanceof Html) return value.text;
  return typeof value === "object" ? value.map(textOf).join("") : escapeXml(String(value));
}

/** HTML from a template, for answers that React does not render: texts are escaped, false and null write nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(textOf)));
}
