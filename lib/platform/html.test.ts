import { expect, it } from "vitest";
import { Html, html } from "./html";

it("escapes texts in content and attributes", () => {
  const text = `"><script>alert('x')</script>&`;
  expect(html`<a title="${text}">${text}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&apos;x&apos;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&apos;x&apos;)&lt;/script&gt;&amp;</a>',
  );
});

it("keeps HTML and lists of it, and writes nothing for false, null and undefined", () => {
  const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);
  expect(html`<p>${items}${false}${null}${undefined}${0}${new Html("<hr>")}</p>`.text).toBe(
    "<p><li>a</li><li>&lt;b&gt;</li>0<hr></p>",
  );
});
