import { Visitor, type ESTree } from "vite";
import { syntaxOf } from "./syntax";

/** A key the code asks for; `open` ones go on with a value: `layout.nav.…`. */
export type UsedKey = { file: string; key: string; open: boolean };

type Span = { start: number; end: number };
type Translator = { name: string; namespace: string; scope: Span };

const SOURCES = new Set(["getTranslations", "useTranslations"]);
const METHODS = new Set(["rich", "markup", "raw", "has"]);

const literal = (node: ESTree.Node | undefined) => (node?.type === "Literal" && typeof node.value === "string" ? node.value : null);
const holds = (outer: Span, inner: Span) => outer.start <= inner.start && inner.end <= outer.end;

/** The innermost function around a place, or the whole file. */
function scopeOf(place: Span, functions: readonly Span[], file: Span): Span {
  return functions.filter((span) => holds(span, place)).sort((a, b) => b.start - a.start)[0] ?? file;
}

/** The namespace of `await getTranslations("ns")` and its kin; null for any other expression and for one chosen at run time. */
function namespaceOf(node: ESTree.Expression | null): string | null {
  const call = node?.type === "AwaitExpression" ? node.argument : node;
  if (call?.type !== "CallExpression" || call.callee.type !== "Identifier" || !SOURCES.has(call.callee.name)) return null;
  const [first] = call.arguments;
  if (!first) return "";
  if (first.type !== "ObjectExpression") return literal(first);
  const named = first.properties.find((entry) => entry.type === "Property" && entry.key.type === "Identifier" && entry.key.name === "namespace");
  return named?.type === "Property" ? literal(named.value) : null;
}

/** Keys of `t("…")`, `t.rich("…")` and the fixed beginning of a template key. */
export function usedKeys(file: string): UsedKey[] {
  const { program } = syntaxOf(file);
  const functions: Span[] = [];
  const translators: Translator[] = [];
  const calls: { name: string; key: string; open: boolean; place: Span }[] = [];
  const remember = (node: Span) => void functions.push({ start: node.start, end: node.end });
  new Visitor({
    FunctionDeclaration: remember,
    FunctionExpression: remember,
    ArrowFunctionExpression: remember,
    VariableDeclarator({ id, init, start, end }) {
      const namespace = namespaceOf(init);
      if (id.type === "Identifier" && namespace !== null) translators.push({ name: id.name, namespace, scope: { start, end } });
    },
    CallExpression({ callee, arguments: [first], start, end }) {
      const name = callee.type === "Identifier" ? callee.name : translatorOfMethod(callee);
      const key = literal(first) ?? (first?.type === "TemplateLiteral" ? (first.quasis[0]?.value.cooked ?? "") : null);
      if (name && key !== null) calls.push({ name, key, open: first?.type === "TemplateLiteral" && first.quasis.length > 1, place: { start, end } });
    },
  }).visit(program);
  const scoped = translators.map((translator) => ({ ...translator, scope: scopeOf(translator.scope, functions, program) }));
  return calls.flatMap(({ name, key, open, place }) => {
    const owner = scoped.filter((one) => one.name === name && holds(one.scope, place)).sort((a, b) => b.scope.start - a.scope.start)[0];
    return owner ? [{ file, key: [owner.namespace, key].filter(Boolean).join("."), open }] : [];
  });
}

function translatorOfMethod(callee: ESTree.Expression): string | null {
  if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier" || callee.property.type !== "Identifier") return null;
  return METHODS.has(callee.property.name) ? callee.object.name : null;
}

/** Notice codes a file writes down: `code: "…"`, `flash: "…"`, `leaveFlash("…")`, `new AppError("…")`. */
export function noticeCodes(file: string): string[] {
  const found = new Set<string>();
  const add = (node: ESTree.Node | undefined) => {
    if (node?.type === "ConditionalExpression") {
      add(node.consequent);
      add(node.alternate);
    }
    const code = literal(node);
    if (code?.includes(".")) found.add(code);
  };
  new Visitor({
    Property: ({ key, value }) => void (key.type === "Identifier" && /^(?:code|flash|denied)$/.test(key.name) && add(value)),
    CallExpression: ({ callee, arguments: [first] }) => void (callee.type === "Identifier" && /^(?:leaveFlash|notifyFailure)$/.test(callee.name) && add(first)),
    NewExpression: ({ callee, arguments: [first] }) => void (callee.type === "Identifier" && callee.name === "AppError" && add(first)),
  }).visit(syntaxOf(file).program);
  return [...found];
}
