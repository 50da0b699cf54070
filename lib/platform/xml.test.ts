import { describe, expect, it } from "vitest";
import { escapeXml } from "./xml";

describe("escapeXml", () => {
  it.each([
    ["markup", `<a href="x">&'`, "&lt;a href=&quot;x&quot;&gt;&amp;&apos;"],
    ["characters that XML does not allow", "a\u0000b\u000bc\uffffd\ud800e\udc00", "abcde"],
    ["line breaks, accents and emoji stay", "São\nJoão 🚗", "São\nJoão 🚗"],
  ])("%s", (_name, text, escaped) => {
    expect(escapeXml(text)).toBe(escaped);
  });
});
