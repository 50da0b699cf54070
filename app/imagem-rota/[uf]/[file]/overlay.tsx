import { readFile } from "node:fs/promises";
import path from "node:path";
import { ImageResponse } from "next/og";
import { shieldOf } from "@/components/ui/road-shield";

export const SIZE = { width: 1200, height: 630 };

/** Colours of signs, the same as the tokens of `globals.css`. */
const GREEN = "#0b7a4a";
const WHITE = "#ffffff";
const INK = "#182235";
const YELLOW = "#f7b733";

type Texts = { name: string; length: string | null; road: string | null; credit: string };

const FONT = "node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff";

/** Name, length, shield, credit and the portal's name on a transparent background, as PNG. */
export async function drawOverlay(texts: Texts): Promise<Buffer> {
  const data = await readFile(path.join(process.cwd(), FONT));
  const image = new ImageResponse(<Overlay {...texts} />, {
    ...SIZE,
    fonts: [{ name: "Barlow Condensed", data, weight: 700 }],
  });
  return Buffer.from(await image.arrayBuffer());
}

function Overlay({ name, length, road, credit }: Texts) {
  const shade =
    "linear-gradient(to bottom, rgba(11,18,32,.5), rgba(11,18,32,0) 22%, rgba(11,18,32,0) 52%, rgba(11,18,32,.82))";
  return (
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        padding: "34px 48px 40px",
        backgroundImage: shade,
        color: WHITE,
        fontFamily: "Barlow Condensed",
      }}
    >
      <div style={{ display: "flex", justifyContent: "space-between", fontSize: 34, letterSpacing: 3 }}>
        <span>LACAMBECHE</span>
        <span style={{ fontSize: 24, letterSpacing: 0 }}>{credit}</span>
      </div>
      <div style={{ display: "flex", alignItems: "center" }}>
        {road && <Shield road={road} />}
        <Plate name={name} length={length} />
      </div>
    </div>
  );
}

/** A green guide sign with an inner line. */
function Plate({ name, length }: Pick<Texts, "name" | "length">) {
  const size = name.length > 44 ? 52 : name.length > 26 ? 64 : 80;
  return (
    <div style={{ display: "flex", padding: 8, borderRadius: 22, backgroundColor: GREEN, maxWidth: 930 }}>
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
        {length && <span style={{ fontSize: 52, lineHeight: 1.1, color: YELLOW }}>{length}</span>}
      </div>
    </div>
  );
}

const SHIELD = 160;

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
      <span style={{ ...line, top: 16, fontSize: 34 }}>{network}</span>
      <span style={{ ...line, top: 54, fontSize: number.length > 3 ? 48 : 60 }}>{number}</span>
    </div>
  );
}
