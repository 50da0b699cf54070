import { SaxesParser } from "saxes";
import type { Findings } from "../../imports/rules";

/** An element by its local name: prefixes differ between programs, and some are declared nowhere. */
export type XmlNode = {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  text: string;
  line: number;
};

/** Elements that hold no positions of the traveller; in some files they are most of the text. */
const SKIPPED = new Set(["extensions", "Extensions", "Style", "StyleMap", "Schema", "LookAt", "Region", "Camera"]);
/** Deeper elements are not read; folders of KML files are nested a few times. */
const MAX_DEPTH = 60;

const localName = (name: string) => name.slice(name.lastIndexOf(":") + 1);

/** Defects that change a character of a text and lose no element. */
const HARMLESS =
  /^(?:\d+:\d+: )?(?:disallowed character\.|undefined entity|disallowed character in entity|malformed character entity|empty entity name|encoding value|XML declaration|an XML declaration|version number|standalone|expected (?:the name|one of)|processing instructions? |inappropriately located)/;

class TreeBuilder {
  root: XmlNode | null = null;
  private readonly open: XmlNode[] = [];
  /** Levels below the first skipped element; 0 outside. */
  private skipped = 0;

  constructor(private readonly findings: Findings) {}

  start(name: string, attributes: Record<string, string>, line: number): void {
    const local = localName(name);
    if (this.skipped > 0 || SKIPPED.has(local)) {
      this.skipped++;
      return;
    }
    if (this.open.length >= MAX_DEPTH) {
      this.findings.left("damaged", { line, element: local });
      this.skipped++;
      return;
    }
    const node: XmlNode = { name: local, attributes, children: [], text: "", line };
    // After a stray end tag the rest of the file is outside of the root.
    (this.open.at(-1) ?? this.root)?.children.push(node);
    this.root ??= node;
    this.open.push(node);
  }

  add(text: string): void {
    const node = this.open.at(-1);
    if (node && this.skipped === 0) node.text += text;
  }

  end(): void {
    if (this.skipped > 0) this.skipped--;
    else this.open.pop();
  }
}

/**
 * The elements of an XML text. Defects are noted with their line and reading goes on. Entities of a DOCTYPE are never
 * expanded: their references stay as they are.
 */
export function readXml(text: string, findings: Findings): XmlNode | null {
  const parser = new SaxesParser({ xmlns: false, position: true } as const);
  const tree = new TreeBuilder(findings);
  parser.on("error", (error) => {
    const place = { line: parser.line, element: "XML", value: error.message.replace(/^\d+:\d+: /, "") };
    if (HARMLESS.test(error.message)) findings.changed("characters", place);
    else findings.left("damaged", place);
  });
  parser.on("opentag", ({ name, attributes }) => tree.start(name, attributes, parser.line));
  parser.on("text", (part) => tree.add(part));
  parser.on("cdata", (part) => tree.add(part));
  parser.on("closetag", () => tree.end());
  parser.write(text.replace(/^[\s\uFEFF\0]+/, "")).close();
  return tree.root;
}

export const childrenOf = ({ children }: XmlNode, name: string): XmlNode[] =>
  children.filter((child) => child.name === name);
export const childOf = ({ children }: XmlNode, name: string): XmlNode | undefined =>
  children.find((child) => child.name === name);
export const textOf = (node: XmlNode, name: string): string => childOf(node, name)?.text.trim() ?? "";

/** All elements below with this name. */
export function descendantsOf(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...descendantsOf(child, name)]);
}
