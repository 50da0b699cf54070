import { Visitor, type ESTree } from "vite";
import { syntaxOf } from "./syntax";

/** A message key in the code; `open` keys end with a variable part: `layout.nav.…`. */
export type UsedKey = { file: string; key: string; open: boolean };

/** A message with parameters, and the names of the given values; null when they are not an object literal. */
export type FilledText = { file: string; key: string; values: string[] | null };

type Span = { start: number; end: number };
type Translator = { name: string; namespace: string; scope: Span };

const SOURCES = new Set(["getTranslations", "useTranslations"]);
const METHODS = new Set(["rich", "markup", "raw", "has"]);

const literal = (node: ESTree.Node | undefined) =>
  node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
const holds = (outer: Span, inner: Span) => outer.start <= inner.start && inner.end <= outer.end;

/** The innermost function around a position, or the whole file. */
function scopeOf(place: Span, functions: readonly Span[], file: Span): Span {
  return functions.filter((span) => holds(span, place)).sort((a, b) => b.start - a.start)[0] ?? file;
}

/** The namespace of `await getTranslations("ns")` and similar calls; null for other expressions and for one chosen at run time. */
function namespaceOf(node: ESTree.Expression | null): string | null {
  const call = node?.type === "AwaitExpression" ? node.argument : node;
  if (call?.type !== "CallExpression" || call.callee.type !== "Identifier" || !SOURCES.has(call.callee.name))
    return null;
  const [first] = call.arguments;
  if (!first) return "";
  if (first.type !== "ObjectExpression") return literal(first);
  const named = first.properties.find(
    (entry) => entry.type === "Property" && entry.key.type === "Identifier" && entry.key.name === "namespace",
  );
  return named?.type === "Property" ? literal(named.value) : null;
}

type TranslatorCall = UsedKey & Pick<FilledText, "values"> & { method: string };

/** Keys of `t("…")`, `t.rich("…")` and the constant prefix of a template key. */
export function usedKeys(file: string): UsedKey[] {
  return translatorCalls(file).map(({ key, open }) => ({ file, key, open }));
}

/** Complete keys of `t("…", values)` and similar calls; `raw` and `has` take no values. */
export function filledTexts(file: string): FilledText[] {
  const filling = translatorCalls(file).filter(({ open, method }) => !open && method !== "raw" && method !== "has");
  return filling.map(({ key, values }) => ({ file, key, values }));
}

/** The property names of an object literal; null for other expressions and for one with a spread. */
function namesOf(node: ESTree.Node | undefined): string[] | null {
  if (!node) return [];
  if (node.type !== "ObjectExpression") return null;
  const names = node.properties.map((entry) =>
    entry.type === "Property" && entry.key.type === "Identifier" ? entry.key.name : null,
  );
  return names.includes(null) ? null : (names as string[]);
}

function translatorCalls(file: string): TranslatorCall[] {
  const { program } = syntaxOf(file);
  const functions: Span[] = [];
  const translators: Translator[] = [];
  const calls: (Omit<TranslatorCall, "file"> & { name: string; place: Span })[] = [];
  const remember = (node: Span) => void functions.push({ start: node.start, end: node.end });
  new Visitor({
    FunctionDeclaration: remember,
    FunctionExpression: remember,
    ArrowFunctionExpression: remember,
    VariableDeclarator({ id, init, start, end }) {
      const namespace = namespaceOf(init);
      if (id.type === "Identifier" && namespace !== null)
        translators.push({ name: id.name, namespace, scope: { start, end } });
    },
    CallExpression({ callee, arguments: [first, second], start, end }) {
      const { name, method } =
        callee.type === "Identifier" ? { name: callee.name, method: "" } : translatorOfMethod(callee);
      const key = literal(first) ?? (first?.type === "TemplateLiteral" ? (first.quasis[0]?.value.cooked ?? "") : null);
      const open = first?.type === "TemplateLiteral" && first.quasis.length > 1;
      if (name && key !== null) calls.push({ name, method, key, open, values: namesOf(second), place: { start, end } });
    },
  }).visit(program);
  const scoped = translators.map((translator) => ({
    ...translator,
    scope: scopeOf(translator.scope, functions, program),
  }));
  return calls.flatMap(({ name, key, place, ...call }) => {
    const owner = scoped
      .filter((one) => one.name === name && holds(one.scope, place))
      .sort((a, b) => b.scope.start - a.scope.start)[0];
    return owner ? [{ file, key: [owner.namespace, key].filter(Boolean).join("."), ...call }] : [];
  });
}

function translatorOfMethod(callee: ESTree.Expression): { name: string | null; method: string } {
  const none = { name: null, method: "" };
  if (
    callee.type !== "MemberExpression" ||
    callee.object.type !== "Identifier" ||
    callee.property.type !== "Identifier"
  )
    return none;
  return METHODS.has(callee.property.name) ? { name: callee.object.name, method: callee.property.name } : none;
}

/** Notices written as object literals, with the names of their values. */
export function writtenNotices(file: string): FilledText[] {
  const found: FilledText[] = [];
  const take = (node: ESTree.Node | null | undefined) => {
    if (node?.type === "ConditionalExpression") return [node.consequent, node.alternate].forEach(take);
    if (node?.type !== "ObjectExpression") return;
    const property = (name: string) =>
      node.properties.find(
        (entry) => entry.type === "Property" && entry.key.type === "Identifier" && entry.key.name === name,
      );
    const [code, values] = [property("code"), property("values")].map((entry) =>
      entry?.type === "Property" ? entry.value : undefined,
    );
    for (const key of codesOf(code)) found.push({ file, key, values: namesOf(values) });
  };
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      const isUpdate =
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        callee.property.name === "update";
      if (isUpdate || (callee.type === "Identifier" && callee.name === "notify")) take(first);
    },
    JSXAttribute: ({ name, value }) =>
      void (name.name === "notice" && value?.type === "JSXExpressionContainer" && take(value.expression)),
  }).visit(syntaxOf(file).program);
  return found;
}

/** The possible codes of an expression: a literal, or both branches of a conditional. */
function codesOf(node: ESTree.Node | undefined): string[] {
  if (node?.type === "ConditionalExpression") return [...codesOf(node.consequent), ...codesOf(node.alternate)];
  return [literal(node)].filter((code) => code !== null);
}

/** Notice codes in a file: `code: "…"`, `flash: "…"`, `setFlash("…")`, `new AppError("…")`. */
export function noticeCodes(file: string): string[] {
  const found = new Set<string>();
  const add = (node: ESTree.Node | undefined) => {
    for (const code of codesOf(node)) if (code.includes(".")) found.add(code);
  };
  new Visitor({
    Property: ({ key, value }) =>
      void (key.type === "Identifier" && /^(?:code|flash|denied)$/.test(key.name) && add(value)),
    CallExpression: ({ callee, arguments: [first] }) =>
      void (callee.type === "Identifier" && /^(?:setFlash|notifyFailure)$/.test(callee.name) && add(first)),
    NewExpression: ({ callee, arguments: [first] }) =>
      void (callee.type === "Identifier" && callee.name === "AppError" && add(first)),
  }).visit(syntaxOf(file).program);
  return [...found];
}
