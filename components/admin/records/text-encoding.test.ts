import { describe, expect, it } from "vitest";
import { decodedText } from "./text-encoding";

const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const utf16 = (text: string) =>
  Uint8Array.from([
    0xff,
    0xfe,
    ...Array.from(text, (sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]).flat(),
  ]);

describe("decodedText", () => {
  it.each([
    ["UTF-8", new TextEncoder().encode("Itá – São"), "Itá – São"],
    ["UTF-8 with a mark", new TextEncoder().encode("\uFEFFItá"), "Itá"],
    ["Windows-1252", latin("São Luís"), "São Luís"],
    ["UTF-16", utf16("Itá"), "Itá"],
    [
      "the declared encoding",
      latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>Itá</a>'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>Itá</a>',
    ],
    [
      "an unknown declared encoding",
      new TextEncoder().encode('<?xml encoding="none-such"?>Itá'),
      '<?xml encoding="none-such"?>Itá',
    ],
    ["nothing", new Uint8Array(), ""],
  ])("%s", (_, bytes, text) => {
    expect(decodedText(bytes)).toBe(text);
  });
});
