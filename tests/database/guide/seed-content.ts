import type { StateContent } from "@/supabase/seed/content-schema";

/** A test text in three distinguishable languages. */
export const texts = (text: string) => ({ pt: text, en: `${text} (en)`, es: `${text} (es)` });

/** An invented content file for Acre, for tests that must not depend on the real texts. */
export const CONTENT: StateContent = {
  state: {
    abbr: "AC",
    headline: texts("Acre"),
    intro: texts("Intro"),
    best_season: texts("Seca"),
    how_to_arrive: texts("BR-364"),
  },
  routes: ["rota-um", "rota-dois"].map((slug) => ({
    slug,
    name: texts(slug),
    summary: texts("Resumo"),
    themes: ["historica"],
    biome: "amazonia",
    roads: ["BR-364"],
    surface: "paved",
    distance_km: null,
    max_altitude_m: null,
    best_months: [6, 7],
    warnings: [texts("Chuva")],
    featured_order: null,
    waypoints: [
      { name: "Rio Branco", kind: "town", ibge: 1200401 },
      { name: "Mirante", kind: "view", lat: -9.9, lng: -67.9, approximate: true, note: texts("Vista") },
      { name: "Sena Madureira", kind: "town", ibge: 1200500 },
    ],
    sources: ["teste"],
    confidence: "medium",
  })),
};
