import { readFile } from "node:fs/promises";
import path from "node:path";
import { ImageResponse } from "next/og";
import sharp from "sharp";
import { shieldOf } from "@/components/ui/shield";

/** Size of share images. */
const SIZE = { width: 1200, height: 630 };

/** Colours of signs, the same as the tokens of `globals.css`. */
const GREEN = "#0b7a4a";
const WHITE = "#ffffff";
const INK = "#182235";
const YELLOW = "#f7b733";

type Texts = {
  name: string;
  length: string | null;
  road: string | null;
  credit: string;
  /** Where the sign is: beside the subject of a postcard. */
  side: "left" | "right";
};

const FONT = "node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff";

/** Name, length, shield, credit and the portal's name on a transparent background, as PNG. */
export async function drawOverlay(texts: Texts): Promise<Buffer> {
  const data = await readFile(path.join(process.cwd(), FONT));
  const drawn = { ...texts, name: printable(texts.name), credit: printable(texts.credit) };
  const image = new ImageResponse(<Overlay {...drawn} />, {
    ...SIZE,
    fonts: [{ name: "Barlow Condensed", data, weight: 700 }],
  });
  return Buffer.from(await image.arrayBuffer());
}

/** The text without characters that the font lacks; for those the library would load fonts from another site. */
const printable = (text: string) => text.replaceAll(/[^\u0020-\u00ff\u2010-\u2026]/gu, "").trim();

/** The picture cut to the size of share images, under the overlay, as JPEG. */
export function overlaid(picture: Buffer, overlay: Buffer): Promise<Buffer> {
  return sharp(picture)
    .resize(SIZE.width, SIZE.height, { fit: "cover" })
    .composite([{ input: overlay }])
    .jpeg({ quality: 84 })
    .toBuffer();
}

/** The texts are at the edges: the middle and the lower half, with subject and car, stay free. */
function Overlay({ name, length, road, credit, side }: Texts) {
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
        <Plate name={name} length={length} />
      </div>
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "flex-end", fontSize: 34 }}>
        <span style={{ letterSpacing: 3 }}>LACAMBECHE</span>
        <span style={{ fontSize: 24 }}>{credit}</span>
      </div>
    </div>
  );
}

/** A green guide sign with an inner line. */
function Plate({ name, length }: Pick<Texts, "name" | "length">) {
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
        {length && <span style={{ fontSize: 48, lineHeight: 1.1, color: YELLOW }}>{length}</span>}
      </div>
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
