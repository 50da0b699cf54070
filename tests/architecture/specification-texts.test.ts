import { describe, expect, it } from "vitest";
import { noticeCodes, usedKeys } from "../support/message-use";
import { messagesOf } from "../support/messages";
import { productCode, readSource } from "../support/source-files";
import { SPECIFIED_PIECES, SPECIFIED_TEXTS } from "./specification-texts";

const portuguese = messagesOf("pt-BR");

const files = productCode();
const used = files.flatMap(usedKeys);
const code = files.map(readSource).join("\n");
/** Names after a dot: a group of texts is passed to a component as one value. */
const fields = new Set([...code.matchAll(/\w\.(\w+)/g)].map(([, name]) => name));
const codes = new Set(files.flatMap(noticeCodes));

/** Whether a component shows a text: by its key, by a key with a variable part, as a notice, or as a field of a group of texts. */
function isShown(key: string): boolean {
  const [namespace, ...path] = key.split(".");
  const notice = path.join(".").replace(/\.(?:title|description)$/, "");
  const isUsed = ({ key: name, open }: (typeof used)[number]) =>
    open ? key.startsWith(name) : key === name || key.startsWith(`${name}.`);
  const quoted = (text: string) => code.includes(`"${text}"`);
  if (namespace === "errors") return codes.has(notice) || quoted(notice) || quoted(path.join("."));
  return used.some(isUsed) || path.some((_, from) => quoted(path.slice(from).join("."))) || fields.has(path.at(-1));
}

describe("texts of the specification", () => {
  it.each(Object.entries(SPECIFIED_TEXTS))("%s is '%s'", (key, text) => {
    expect(portuguese.get(key)).toBe(text);
  });

  it.each(Object.entries(SPECIFIED_PIECES))("%s contains %s", (key, pieces) => {
    for (const piece of pieces) expect(portuguese.get(key)).toContain(piece);
  });

  it.each([...Object.keys(SPECIFIED_TEXTS), ...Object.keys(SPECIFIED_PIECES)])("%s is shown by a component", (key) => {
    expect(isShown(key)).toBe(true);
  });

  it("finds a text that nothing shows", () => {
    expect(isShown("states.home.nothingShowsThis")).toBe(false);
    expect(isShown("errors.gps.nothing.title")).toBe(false);
  });
});
