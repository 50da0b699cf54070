/** Characters that XML 1.0 cannot contain, even escaped: control characters, two non-characters, lone surrogates. */
const NOT_XML =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ENTITY: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Removes characters that XML cannot contain. */
export function withoutControls(text: string): string {
  return text.replace(NOT_XML, "");
}

/** Escapes a text for an XML element or attribute. */
export function escapeXml(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (sign) => ENTITY[sign] as string);
}
