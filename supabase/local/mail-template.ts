/** Template values with the names that hosted projects use. */
export type TemplateValues = {
  SiteURL: string;
  TokenHash: string;
  Token: string;
  RedirectTo: string;
  Email: string;
  NewEmail: string;
};

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** Fills `{{ .Name }}` like Go's html/template: HTML-escaped, and URL-encoded after `=`. */
export function renderTemplate(template: string, values: TemplateValues): string {
  return template.replace(/(=?)\{\{\s*\.(\w+)\s*\}\}/g, (match, equals: string, name: string) => {
    const value = values[name as keyof TemplateValues];
    if (value === undefined) return match;
    return equals + (equals ? encodeURIComponent(value) : escapeHtml(value));
  });
}

function decodeHtml(text: string): string {
  return Object.entries(ENTITIES).reduce((result, [character, entity]) => result.replaceAll(entity, character), text);
}

/** The address of the mail's button, for the terminal and the plain-text part. */
export function linkOf(html: string): string | undefined {
  const href = /<a\s[^>]*href="([^"]+)"/.exec(html)?.[1];
  return href && decodeHtml(href);
}

/** The plain text of a mail, with the link addresses written out. */
export function plainText(html: string): string {
  const body = html.slice(Math.max(0, html.indexOf("<body")));
  const lines = body
    .replace(/<a\s[^>]*href="([^"]+)"[^>]*>([^<]*)<\/a>/g, "$2: $1")
    .replace(/<\/p>/g, "\n")
    .replace(/<[^>]+>/g, "");
  return decodeHtml(lines)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n\n");
}
