import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { filesBelow, isTest, productCode, readSource } from "../support/source-files";
import { importsOf, syntaxOf } from "../support/syntax";

/** The server renders these too, where no provider can be read. */
const ALSO_ON_SERVER = ["components/travel/conditions/conditions.tsx", "components/travel/conditions/stretch-list.tsx"];
/**
 * `ActionForm` gives its texts to `FormTexts`, as a provider. The others are one component each, which the gate, the desk
 * and votes show with texts of their own.
 */
const TAKE_TEXTS = ["ActionForm", "CodeCamera", "LateNote", "NoList", "ReadingStatus"];

/** Loads code of the maps for use without a connection, and renders none of it. */
const NOT_RENDERED = "components/guide/offline-packs/pack-download.ts";

const loads = new Map<string, string[]>();

/** The files of the browser and the server that a file loads. */
function loadsOf(file: string): string[] {
  const found =
    loads.get(file) ??
    importsOf(file)
      .filter(({ to, typeOnly }) => !typeOnly && /^(?:app|components)\/.*\.tsx?$/.test(to))
      .map(({ to }) => to);
  loads.set(file, found);
  return found;
}

/** Files that the given ones load, with themselves. */
function reachedFrom(files: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    if (file !== NOT_RENDERED) loadsOf(file).forEach(visit);
  };
  files.forEach(visit);
  return reached;
}

const TEXTS = /^(?:texts|validation)$|Texts$/;
type Function = { start: number; end: number; params: readonly { start: number; end: number; type: string }[] };

/** Attributes such as `texts={texts.form}` whose value comes from the props of the component. */
function passedOn(file: string): string[] {
  const source = readSource(file);
  const components: { start: number; end: number; props: Set<string> }[] = [];
  const found: string[] = [];
  const addComponent = ({ start, end, params: [props] }: Function) => {
    if (props) components.push({ start, end, props: new Set(source.slice(props.start, props.end).match(/\w+/g)) });
  };
  new Visitor({
    FunctionDeclaration: addComponent,
    ArrowFunctionExpression: addComponent,
    VariableDeclarator: ({ id, init, start, end }) => {
      if (init?.type !== "Identifier" || id.type !== "ObjectPattern") return;
      const inside = components.filter((one) => one.start < start && end < one.end && one.props.has(init.name));
      for (const name of source.slice(id.start, id.end).match(/\w+/g) ?? []) inside.at(-1)?.props.add(name);
    },
    JSXOpeningElement: ({ name, attributes }) => {
      if (TAKE_TEXTS.includes(source.slice(name.start, name.end))) return;
      for (const attribute of attributes) {
        const text = source.slice(attribute.start, attribute.end);
        const [, attributeName = "", root = ""] = /^(\w+)=\{(?:\{ \.\.\.)?(\w+)/.exec(text) ?? [];
        const isProp = components.some(
          (one) => one.start < attribute.start && attribute.end < one.end && one.props.has(root),
        );
        if (TEXTS.test(attributeName) && isProp) found.push(`${file}: ${text}`);
      }
    },
  }).visit(syntaxOf(file).program);
  return found;
}

describe("texts of islands", () => {
  const client = reachedFrom(productCode().filter((file) => readSource(file).startsWith('"use client"')));

  it("are not passed from a client component to another one, but read from the provider", () => {
    const files = [...client].filter((file) => file.endsWith(".tsx") && !ALSO_ON_SERVER.includes(file));
    expect(files.flatMap(passedOn)).toEqual([]);
  });

  it("are provided on every page that shows the island", () => {
    const pages = filesBelow("app").filter((file) => /\/(?:page|layout)\.tsx$/.test(file) && !isTest(file));
    const missing = pages.flatMap((page) => {
      const sources = [...reachedFrom([page])].map(readSource).join("\n");
      const read = new Set([...sources.matchAll(/\buse(\w+Texts)\(/g)].map(([, name = ""]) => name));
      return [...read].filter((name) => !new RegExp(`<${name}\\s`).test(sources)).map((name) => `${page}: ${name}`);
    });
    expect(missing).toEqual([]);
  });
});
