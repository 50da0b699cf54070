/** Parts of the fonts Barlow and Barlow Condensed, one file each. */
export const FONT_SUBSETS = ["latin", "latin-ext", "vietnamese"] as const;
