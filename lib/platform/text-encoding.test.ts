import { describe, expect, it } from "vitest";
import { decodedText, decodeFile } from "./text-encoding";

const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, mark: number[], isBig = false) =>
  Uint8Array.from([
    ...mark,
    ...Array.from(text, (sign) => {
      const [low, high] = [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8];
      return isBig ? [high, low] : [low, high];
    }).flat(),
  ]);
const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Itá</a>`;

describe("decodedText", () => {
  it.each([
    ["UTF-8", utf8("Itá – São"), "Itá – São"],
    ["UTF-8 with a mark", utf8("\uFEFFItá"), "Itá"],
    ["Windows-1252 as Excel saves it", latin("manutenção;pedágio;Zé"), "manutenção;pedágio;Zé"],
    ["UTF-16", utf16("Itá", [0xff, 0xfe]), "Itá"],
    ["UTF-16 in the other order", utf16("Itá", [0xfe, 0xff], true), "Itá"],
    ["UTF-16 without a mark", utf16("data;tipo;São", []), "data;tipo;São"],
    ["UTF-16 in the other order without a mark", utf16("data;tipo;São", [], true), "data;tipo;São"],
    ["the declared encoding", latin(xml("ISO-8859-1")), xml("ISO-8859-1")],
    ["UTF-8 that is declared as UTF-16", utf8(xml("utf-16")), xml("utf-16")],
    ["UTF-8 that is declared as Latin-1", utf8(xml("ISO-8859-1")), xml("ISO-8859-1")],
    ["Windows-1252 that is declared as UTF-8", latin(xml("UTF-8")), xml("UTF-8")],
    ["an unknown declared encoding", utf8(xml("none-such")), xml("none-such")],
    ["nothing", new Uint8Array(), ""],
  ])("%s", (_, bytes, text) => {
    expect(decodedText(bytes)).toBe(text);
  });
});

it("keeps the other letters of a UTF-8 file with a damaged one, and counts it", () => {
  const bytes = utf8("São João, Itá");
  bytes[2] = 0xff;
  expect(decodeFile(bytes)).toMatchObject({ encoding: "utf-8", broken: 2 });
  expect(decodeFile(bytes).text).toContain("João, Itá");
});
