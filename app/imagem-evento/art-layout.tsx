import { ART_SIZES, fittedText, LINE_HEIGHT, type ArtSize } from "@/lib/events/promotion/kit/rules";

export type ArtTexts = {
  name: string;
  days: string;
  place: string;
  /** The line of an ad; empty on a share image. */
  line: string;
  /** Shown on red, for an event that does not take place as announced or is a demonstration. */
  mark: string | null;
};

type Box = { left: number; top: number; width: number; height: number };
type Layout = { poster: Box | null; sign: Box; brand: { left: number; top: number; logo: number }; largest: number };

/** Places of the poster, the sign with the texts and the logo, in pixels. */
export const LAYOUTS: Record<ArtSize, Layout> = {
  square: {
    poster: { left: 60, top: 50, width: 960, height: 510 },
    sign: { left: 50, top: 590, width: 980, height: 370 },
    brand: { left: 50, top: 984, logo: 72 },
    largest: 92,
  },
  story: {
    poster: { left: 90, top: 250, width: 900, height: 800 },
    sign: { left: 50, top: 1090, width: 980, height: 440 },
    brand: { left: 50, top: 1560, logo: 84 },
    largest: 108,
  },
  landscape: {
    poster: { left: 800, top: 40, width: 360, height: 500 },
    sign: { left: 40, top: 40, width: 730, height: 470 },
    brand: { left: 40, top: 544, logo: 60 },
    largest: 84,
  },
  leaderboard: {
    poster: null,
    sign: { left: 16, top: 12, width: 1200, height: 156 },
    brand: { left: 1240, top: 64, logo: 52 },
    largest: 60,
  },
};

const GREEN = "#0b7a4a";
const WHITE = "#ffffff";
const YELLOW = "#f7b733";
const RED = "#c52834";
const BORDER = 12;
const PADDING = 24;

type Line = { text: string; size: number; lines: number; color: string };

const heightOf = ({ size, lines }: Pick<Line, "size" | "lines">) => size * lines * LINE_HEIGHT;

/** Texts of a sign with the sizes in which they fit: the title takes what the other lines leave. */
export function linesOf({ name, days, place, line }: ArtTexts, size: ArtSize): Line[] {
  const { sign, largest } = LAYOUTS[size];
  const isBanner = size === "leaderboard";
  const width = sign.width - 2 * (BORDER + PADDING);
  const room = sign.height - 2 * BORDER - (isBanner ? 4 : 28);
  const small = Math.round(largest * 0.52);
  // Less than two lines of the smallest size are one line of every size. Dates are never cut.
  const fit = (text: string, color: string, smallest: number) => ({
    ...fittedText(text, { width, height: smallest * LINE_HEIGHT * 1.9, largest: small, smallest }),
    color,
  });
  const [cut, whole] = [Math.round(small * 0.8), Math.round(small * 0.6)];
  const others = isBanner
    ? [fit([days, place, line].filter(Boolean).join(" · "), YELLOW, whole)]
    : [fit(days, YELLOW, whole), fit(place, WHITE, cut), ...(line ? [fit(line, YELLOW, cut)] : [])];
  const left = room - others.reduce((sum, one) => sum + heightOf(one), 0);
  const title = fittedText(name, { width, height: left, largest, smallest: isBanner ? 28 : 36 });
  return [{ ...title, color: WHITE }, ...others];
}

/** The sign and the name of the portal on a transparent background; poster and logo are added by sharp. */
export function ArtOverlay({ texts, size }: { texts: ArtTexts; size: ArtSize }) {
  const { sign, brand } = LAYOUTS[size];
  const { width, height } = ART_SIZES[size];
  const shade =
    "linear-gradient(to bottom, rgba(11,18,32,.35), rgba(11,18,32,.1) 40%, rgba(11,18,32,.2) 70%, rgba(11,18,32,.75))";
  return (
    <div style={{ width, height, display: "flex", backgroundImage: shade, fontFamily: "Barlow Condensed" }}>
      <Sign box={sign} lines={linesOf(texts, size)} />
      <span
        style={{
          position: "absolute",
          left: brand.left + brand.logo + 16,
          top: brand.top,
          height: brand.logo,
          lineHeight: `${brand.logo}px`,
          fontSize: Math.round(brand.logo * (size === "leaderboard" ? 0.5 : 0.62)),
          letterSpacing: 2,
          color: WHITE,
        }}
      >
        LACAMBECHE
      </span>
      {texts.mark && <Mark text={texts.mark} size={size} />}
    </div>
  );
}

/** A green guide sign with an inner line. */
function Sign({ box, lines }: { box: Box; lines: readonly Line[] }) {
  return (
    <div
      style={{ position: "absolute", ...box, display: "flex", padding: 7, borderRadius: 20, backgroundColor: GREEN }}
    >
      <div
        style={{
          width: "100%",
          height: "100%",
          display: "flex",
          flexDirection: "column",
          justifyContent: "center",
          overflow: "hidden",
          padding: `0 ${PADDING}px`,
          borderRadius: 14,
          border: `4px solid ${WHITE}`,
        }}
      >
        {lines.map(({ text, size, color }) => (
          <span
            key={text}
            style={{ flexShrink: 0, fontSize: size, lineHeight: LINE_HEIGHT, color, wordBreak: "break-word" }}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

function Mark({ text, size }: { text: string; size: ArtSize }) {
  const { brand } = LAYOUTS[size];
  const style =
    size === "leaderboard"
      ? { left: brand.left, top: 12, fontSize: 28 }
      : { right: 50, top: brand.top + 6, fontSize: Math.round(brand.logo * 0.58) };
  return (
    <span
      style={{
        position: "absolute",
        ...style,
        padding: "0 16px 4px",
        borderRadius: 10,
        backgroundColor: RED,
        color: WHITE,
      }}
    >
      {text}
    </span>
  );
}
