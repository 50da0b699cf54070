import { describe, expect, it } from "vitest";
import { pageMetadata, shortDescription } from "./metadata";

describe("shortDescription", () => {
  it("leaves a short text alone", () => {
    expect(shortDescription("Serra do Rio do Rastro.")).toBe("Serra do Rio do Rastro.");
    expect(shortDescription("a".repeat(165))).toHaveLength(165);
  });

  it("cuts a long text after a whole word", () => {
    const text = shortDescription("estrada ".repeat(40).trim());
    expect(text.length).toBeLessThanOrEqual(165);
    expect(text).toMatch(/^(?:estrada )+estrada…$/);
  });
});

describe("pageMetadata", () => {
  const page = { path: "/sc/home", title: "Santa Catarina", description: "Rotas de Santa Catarina.", image: "/cartao-postal/sc.png" };

  it("names address, languages and picture of a Portuguese page", () => {
    expect(pageMetadata({ locale: "pt-BR", ...page })).toMatchObject({
      title: "Santa Catarina",
      description: "Rotas de Santa Catarina.",
      alternates: { canonical: "/sc/home", languages: { en: "/english/sc/home", es: "/espanol/sc/home", "x-default": "/sc/home" } },
      openGraph: { url: "/sc/home", locale: "pt_BR", alternateLocale: ["en_US", "es_419"], type: "website", images: [{ url: page.image, width: 1200, height: 630 }] },
      twitter: { card: "summary_large_image", images: [page.image] },
    });
  });

  it("does the same in Spanish, as an article where asked", () => {
    expect(pageMetadata({ locale: "es-419", type: "article", ...page })).toMatchObject({
      alternates: { canonical: "/espanol/sc/home" },
      openGraph: { url: "/espanol/sc/home", locale: "es_419", alternateLocale: ["pt_BR", "en_US"], type: "article" },
    });
  });
});
