const fold = (text: string) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();

/**
 * Typed text as a `like` pattern for a folded `search_name`: a part of it, whatever the case and the accents.
 * What is syntax of a pattern or of PostgREST (whose embedded twin knows no quotes here) stands for any one letter.
 */
export const pattern = (typed: string) => `%${fold(typed).replace(/[%_*,:()"\\]/g, "_")}%`;
