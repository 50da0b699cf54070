import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown";
import { headingsOf, parseMarkdown, plainText } from "./markdown-blocks";

const html = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} to={(path) => `/english${path}`} />).replace(/^<div[^>]*>|<\/div>$/g, "");

describe("Markdown", () => {
  it.each([
    ["## Um título", '<h2 id="um-titulo">Um título</h2>'],
    ["Uma linha\nque continua", "<p>Uma linha que continua</p>"],
    ["- um\n- dois\n  em duas linhas", "<ul><li>um</li><li>dois em duas linhas</li></ul>"],
    ["- um\n\n- dois", "<ul><li>um</li><li>dois</li></ul>"],
    ["3. três\n4. quatro", '<ol start="3"><li>três</li><li>quatro</li></ol>'],
    ["- um\n- [ ] dois", "<ul><li>um</li><li>[ ] dois</li></ul>"],
    ["Antes:\n- um", "<p>Antes:</p><ul><li>um</li></ul>"],
    ["**forte** e *leve* e _leve_", "<p><strong>forte</strong> e <em>leve</em> e <em>leve</em></p>"],
    ["**forte *e leve***", "<p><strong>forte <em>e leve</em></strong></p>"],
    ["2 * 3 * 4 e nome_de_arquivo", "<p>2 * 3 * 4 e nome_de_arquivo</p>"],
    ["\\*sem marca\\*", "<p>*sem marca*</p>"],
    ["> dito\n> por outro", "<blockquote><p>dito por outro</p></blockquote>"],
    ["`var`", "<p><code>var</code></p>"],
  ])("%j", (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    ["[rota](/sc/rota/x)", '<a href="/english/sc/rota/x">rota</a>'],
    ["[site](https://exemplo.com/a)", '<a href="https://exemplo.com/a" target="_blank" rel="noopener">site</a>'],
    ["[e-mail](mailto:a@exemplo.com)", '<a href="mailto:a@exemplo.com">e-mail</a>'],
    ["[ruim](javascript:alert(1))", "ruim"],
    ["[ruim](javascript:x)", "ruim"],
    ["[outro](//exemplo.com)", "outro"],
  ])("renders the link %j as %j", (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });

  it("renders a task list with checkboxes", () => {
    expect(html("- [ ] **óleo**\n- [x] água")).toMatch(
      /^<ul class="[^"]+"><li><strong>óleo<\/strong><\/li><li>água<\/li><\/ul>$/,
    );
  });

  it("never renders text as HTML", () => {
    expect(html('<img src=x onerror="alert(1)"> & <script>')).toBe(
      "<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &lt;script&gt;</p>",
    );
  });

  it.each([
    ["Rua A\\\nItá", "<p>Rua A<br/>Itá</p>"],
    ["Rua A  \nItá", "<p>Rua A<br/>Itá</p>"],
    ["- um\n  - dentro\n- dois", "<ul><li>um<ul><li>dentro</li></ul></li><li>dois</li></ul>"],
    ["Bed &amp; Breakfast&nbsp;1", "<p>Bed &amp; Breakfast\u00a01</p>"],
    ["```\na &amp; b\n```", '<pre class="overflow-x-auto rounded-lg bg-raised p-3"><code>a &amp;amp; b</code></pre>'],
    ["![Serra](/midia/a.webp)", '<p><a href="/english/midia/a.webp">Serra</a></p>'],
  ])("%j", (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it("parses a long malicious line completely", () => {
    const line = "*".repeat(5000) + "_a".repeat(5000) + "[".repeat(5000);
    expect(
      plainText(parseMarkdown(`${line}fim`).flatMap((block) => (block.type === "paragraph" ? block.children : []))),
    ).toMatch(/fim$/);
  });
});

describe("headingsOf", () => {
  it("gives every heading a unique anchor", () => {
    expect(
      headingsOf(parseMarkdown("## Dados\n\ntexto\n\n## Dados\n## 日本")).map(({ id, text }) => [id, text]),
    ).toEqual([
      ["dados", "Dados"],
      ["dados-2", "Dados"],
      ["secao", "日本"],
    ]);
  });
});
