import { cva } from "class-variance-authority";

/**
 * Classes of a link or button without the code of `Button`: pages use it for links, islands for small buttons.
 * A class in `className` must not conflict with these, because nothing merges them.
 */
export const buttonClass = cva("inline-flex items-center gap-2 disabled:opacity-70", {
  variants: {
    look: {
      primary: "bg-primary text-primary-ink",
      faixa: "bg-faixa text-faixa-ink",
      rota: "bg-rota text-rota-ink",
      outline: "border-2 border-line hover:bg-raised",
      surface: "border-2 border-line bg-surface hover:bg-raised",
      current: "border-2 border-current",
      inverse: "bg-faixa-ink text-faixa",
    },
    size: {
      snug: "min-h-11 rounded-lg px-3.5",
      md: "min-h-11 rounded-lg px-4",
      round: "min-h-11 rounded-xl px-4",
      wide: "min-h-11 rounded-lg px-5",
      lg: "min-h-12 rounded-xl px-5",
      xl: "min-h-12 rounded-xl px-6",
      /** For labels that may need two lines. */
      wrap: "min-h-11 justify-center rounded-lg px-3 py-1 text-center leading-tight sm:px-4",
      /** The first action of a page. */
      hero: "min-h-13 rounded-xl px-6",
    },
    font: { bold: "font-semibold", sign: "font-display text-lg", large: "font-display text-2xl", plain: "" },
  },
  defaultVariants: { look: "outline", size: "md", font: "bold" },
});
