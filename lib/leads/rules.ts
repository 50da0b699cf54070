/** What a company may ask about, in the order the media kit shows it. */
export const AD_FORMATS = ["home", "state", "route", "events", "magazine", "radio"] as const;
export type AdFormat = (typeof AD_FORMATS)[number];

/** Pixels an advertiser delivers, wide and narrow; the magazine's are of a full page at 300 dpi. */
export const AD_SIZES: Record<AdFormat, string> = {
  home: "1200 × 300 · 640 × 320",
  state: "1200 × 300 · 640 × 320",
  route: "1200 × 300 · 640 × 320",
  events: "1200 × 300 · 640 × 320",
  magazine: "2480 × 3508",
  radio: "30 s · MP3",
};
