import { describe, expect, it } from "vitest";
import { pageMetadata, shortDescription, shortTitle } from "./metadata";

describe("shortDescription", () => {
  it("keeps a short text", () => {
    expect(shortDescription("Serra do Rio do Rastro.")).toBe("Serra do Rio do Rastro.");
    expect(shortDescription("a".repeat(165))).toHaveLength(165);
  });

  it("truncates a long text at a word boundary", () => {
    const text = shortDescription("estrada ".repeat(40).trim());
    expect(text.length).toBeLessThanOrEqual(165);
    expect(text).toMatch(/^(?:estrada )+estrada…$/);
  });

  it("extends only a text that is too short", () => {
    expect(shortDescription("Curta.", "Mais uma frase da página.")).toBe("Curta. Mais uma frase da página.");
    expect(shortDescription("", "Mais uma frase da página.")).toBe("Mais uma frase da página.");
    expect(shortDescription("a".repeat(50), "Mais uma frase da página.")).toBe("a".repeat(50));
  });

  it("is one line", () => {
    expect(shortDescription("Serra\n\ndo Rio  do Rastro")).toBe("Serra do Rio do Rastro");
  });
});

describe("shortTitle", () => {
  const long = "Caminho dos Príncipes e da Serra Dona Francisca pela estrada velha até Rio Negrinho";

  it.each([
    ["a title that fits stays", ["Rotas de Santa Catarina | LACAMBECHE"], "Rotas de Santa Catarina | LACAMBECHE"],
    [
      "uses the first title within the limit",
      [`${long} | LACAMBECHE`, "Dona Francisca | LACAMBECHE", "Dona Francisca"],
      "Dona Francisca | LACAMBECHE",
    ],
    ["drops the portal's name before it shortens the title", [`${"a".repeat(60)} | LACAMBECHE`], "a".repeat(60)],
    [
      "truncates a title that is too long at a word boundary",
      [`${long} | LACAMBECHE`],
      "Caminho dos Príncipes e da Serra Dona Francisca pela estrada velha…",
    ],
  ] as const)("%s", (_name, candidates, title) => {
    expect(shortTitle(...(candidates as unknown as [string]))).toBe(title);
    expect(title.length).toBeLessThanOrEqual(70);
  });
});

describe("pageMetadata", () => {
  const page = {
    path: "/sc/home",
    title: "Santa Catarina",
    description: "Rotas de Santa Catarina.",
    image: "/cartao-postal/sc.png",
  };

  it("contains URL, languages and image of a Portuguese page", () => {
    expect(pageMetadata({ locale: "pt-BR", ...page })).toMatchObject({
      title: "Santa Catarina",
      description: "Rotas de Santa Catarina.",
      alternates: {
        canonical: "/sc/home",
        languages: { en: "/english/sc/home", es: "/espanol/sc/home", "x-default": "/sc/home" },
      },
      openGraph: {
        url: "/sc/home",
        locale: "pt_BR",
        alternateLocale: ["en_US", "es_419"],
        type: "website",
        images: [{ url: page.image, width: 1200, height: 630 }],
      },
      twitter: { card: "summary_large_image", images: [page.image] },
    });
  });

  it("does the same in Spanish, with type article on request", () => {
    expect(pageMetadata({ locale: "es-419", type: "article", ...page })).toMatchObject({
      alternates: { canonical: "/espanol/sc/home" },
      openGraph: { url: "/espanol/sc/home", locale: "es_419", alternateLocale: ["pt_BR", "en_US"], type: "article" },
    });
  });
});
