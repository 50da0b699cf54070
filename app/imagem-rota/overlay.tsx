import { readFile } from "node:fs/promises";
import path from "node:path";
import { ImageResponse } from "next/og";
import { shieldOf } from "@/components/ui/shield";
import sharp from "@/lib/platform/sharp";

/** Size of share images. */
const SIZE = { width: 1200, height: 630 };

/** Colours of signs, the same as the tokens of `globals.css`. */
const GREEN = "#0b7a4a";
const WHITE = "#ffffff";
const INK = "#182235";
const YELLOW = "#f7b733";
const RED = "#c52834";

type Texts = {
  name: string;
  /** Second line in yellow: the length of a route, the days of an event. */
  detail: string | null;
  /** Third line: town and state of an event. */
  place?: string;
  /** Shown on red, for an event that does not take place as announced. */
  mark?: string;
  road?: string | null;
  credit: string;
  /** Where the sign is: beside the subject of a postcard. */
  side: "left" | "right";
};

export const FONT = "node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff";

/** Name, detail, place, mark, shield, credit and the portal's name on a transparent background, as PNG. */
export async function drawOverlay(texts: Texts): Promise<Buffer> {
  const data = await readFile(path.join(process.cwd(), FONT));
  const drawn = {
    ...texts,
    name: printable(texts.name),
    place: texts.place && printable(texts.place),
    credit: printable(texts.credit),
  };
  const image = new ImageResponse(<Overlay {...drawn} />, {
    ...SIZE,
    fonts: [{ name: "Barlow Condensed", data, weight: 700 }],
  });
  return Buffer.from(await image.arrayBuffer());
}

/** The text without characters that the font lacks; for those the library would load fonts from another site. */
export const printable = (text: string) => text.replaceAll(/[^\u0020-\u00ff\u2010-\u2026]/gu, "").trim();

/** The picture cut to the size of share images, under the overlay, as JPEG. */
export function withOverlay(picture: Buffer, overlay: Buffer): Promise<Buffer> {
  return sharp(picture)
    .resize(SIZE.width, SIZE.height, { fit: "cover" })
    .composite([{ input: overlay }])
    .jpeg({ quality: 84 })
    .toBuffer();
}

/** The texts are at the edges: the middle and the lower half, with subject and car, stay free. */
function Overlay({ road, credit, side, ...plate }: Texts) {
  const shade =
    "linear-gradient(to bottom, rgba(11,18,32,.4), rgba(11,18,32,0) 40%, rgba(11,18,32,0) 80%, rgba(11,18,32,.7))";
  return (
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        padding: "36px 44px 22px",
        backgroundImage: shade,
        color: WHITE,
        fontFamily: "Barlow Condensed",
      }}
    >
      <div
        style={{ display: "flex", alignItems: "center", justifyContent: side === "left" ? "flex-start" : "flex-end" }}
      >
        {road && <Shield road={road} />}
        <Plate {...plate} />
      </div>
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "flex-end", fontSize: 34 }}>
        <span style={{ letterSpacing: 3 }}>LACAMBECHE</span>
        <span style={{ fontSize: 24 }}>{credit}</span>
      </div>
    </div>
  );
}

/** A green guide sign with an inner line. */
function Plate({ name, detail, place, mark }: Pick<Texts, "name" | "detail" | "place" | "mark">) {
  const size = name.length > 40 ? 46 : name.length > 24 ? 56 : 72;
  return (
    <div style={{ display: "flex", padding: 8, borderRadius: 22, backgroundColor: GREEN, maxWidth: 760 }}>
      <div
        style={{
          display: "flex",
          flexDirection: "column",
          padding: "10px 30px 16px",
          borderRadius: 16,
          border: `4px solid ${WHITE}`,
        }}
      >
        <span style={{ fontSize: size, lineHeight: 1.05 }}>{name}</span>
        {detail && <span style={{ fontSize: 48, lineHeight: 1.1, color: YELLOW }}>{detail}</span>}
        {place && <span style={{ fontSize: 44, lineHeight: 1.1 }}>{place}</span>}
        {mark && <Mark text={mark} />}
      </div>
    </div>
  );
}

function Mark({ text }: { text: string }) {
  return (
    <div style={{ display: "flex", marginTop: 10 }}>
      <span style={{ padding: "2px 18px 6px", borderRadius: 10, backgroundColor: RED, fontSize: 40 }}>{text}</span>
    </div>
  );
}

const SHIELD = 150;

function Shield({ road }: { road: string }) {
  const shield = shieldOf(road);
  if (!shield) return null;
  const { network, number, outline } = shield;
  const line = { position: "absolute", left: 0, width: SHIELD, display: "flex", justifyContent: "center" } as const;
  return (
    <div style={{ display: "flex", position: "relative", width: SHIELD, height: SHIELD, marginRight: 26, color: INK }}>
      <svg width={SHIELD} height={SHIELD} viewBox="0 0 64 64">
        <path fill={WHITE} stroke={WHITE} strokeWidth="7" strokeLinejoin="round" d={outline} />
        <path fill="none" stroke={INK} strokeWidth="2.5" strokeLinejoin="round" d={outline} />
        <path stroke={INK} strokeWidth="2" d={network === "BR" ? "M7 24H57" : "M5 22H59"} />
      </svg>
      <span style={{ ...line, top: 15, fontSize: 32 }}>{network}</span>
      <span style={{ ...line, top: 51, fontSize: number.length > 3 ? 46 : 56 }}>{number}</span>
    </div>
  );
}
