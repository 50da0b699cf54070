import "server-only";
import { drawLines, drawQr, heightOf, linesOf, points, type Pdf, type PdfText } from "../../platform/pdf";
import { BADGE_SIZES, type BatchSize } from "./badges/rules";

export type BadgePage = {
  /** Text of the QR code of the entrance. */
  code: string;
  event: string;
  name: string;
  kind: string;
  /** Club or company, and the car. */
  about: string;
  /** Town, number of people, stand. */
  place: string;
  date: string;
};

type Box = { x: number; y: number; width: number; height: number };
type Block = { text: string; style: PdfText; most: number };

/** Millimetres. The rest of the page is for the texts. */
const LAYOUT = {
  a6: { margin: 5, qr: 60, poster: 30, name: 36 },
  card: { margin: 5, qr: 42, poster: 0, name: 22 },
  label: { margin: 2, qr: 24, poster: 0, name: 15 },
} as const satisfies Record<BatchSize, object>;

const SMALLEST_NAME = 8;
const MOST_NAME_LINES = 3;
const SMALL = 8.5;
const NORMAL = 11;
const GAP = 2;

/** Lines of a block; those beyond its limit are left out and the last one ends with an ellipsis. */
function fittingLines(pdf: Pdf, { text, style, most }: Block, width: number): string[] {
  const lines = linesOf(pdf, text, style, width);
  if (lines.length <= most) return lines;
  let last = lines[most - 1] ?? "";
  while (last && linesOf(pdf, `${last}…`, style, width).length > 1) last = last.slice(0, -1);
  return [...lines.slice(0, most - 1), `${last.trimEnd()}…`];
}

/** Texts above and below the name. */
function blocksOf(page: BadgePage, size: BatchSize): { above: Block[]; below: Block[] } {
  const align = size === "a6" ? "center" : "left";
  const small = { font: "text", size: SMALL, align } as const;
  const normal = { font: "text", size: size === "label" ? 9 : NORMAL, align } as const;
  const label = { text: page.kind, style: { ...normal, font: "display" } as const, most: 1 };
  if (size === "label") return { above: [], below: [label, { text: page.about, style: normal, most: 1 }] };
  const below = [
    label,
    { text: page.about, style: normal, most: 2 },
    { text: page.place, style: small, most: 2 },
    { text: size === "a6" ? page.date : "", style: small, most: 2 },
  ];
  return { above: [{ text: page.event.toUpperCase(), style: { ...small, font: "display" }, most: 2 }], below };
}

type Drawn = { lines: string[]; style: PdfText };
const heightOfAll = (drawn: readonly Drawn[]) =>
  drawn.reduce((sum, { lines, style }) => sum + heightOf(lines.length, style) + GAP, 0);

/** The name in the largest size in which it is whole and the other texts have their place. */
function fittedName(pdf: Pdf, page: BadgePage, size: BatchSize, box: Box): Drawn {
  for (let points: number = LAYOUT[size].name; ; points -= 1) {
    const style = { font: "display", size: points, align: size === "a6" ? "center" : "left", leading: 1.05 } as const;
    const lines = linesOf(pdf, page.name, style, box.width);
    const fits = lines.length <= MOST_NAME_LINES && heightOf(lines.length, style) <= box.height;
    if (fits || points <= SMALLEST_NAME) return { lines, style };
  }
}

/** Draws the texts in the middle of the height of the box. */
function drawTexts(pdf: Pdf, page: BadgePage, size: BatchSize, box: Box): void {
  const drawn = ({ above, below }: ReturnType<typeof blocksOf>) =>
    [above, below].map((blocks) =>
      blocks
        .filter(({ text }) => text !== "")
        .map((block) => ({ style: block.style, lines: fittingLines(pdf, block, box.width) })),
    );
  const [above = [], below = []] = drawn(blocksOf(page, size));
  const others = heightOfAll([...above, ...below]);
  const all = [...above, fittedName(pdf, page, size, { ...box, height: box.height - others }), ...below];
  let y = box.y + Math.max(box.height - heightOfAll(all) + GAP, 0) / 2;
  for (const { lines, style } of all) y += drawLines(pdf, lines, { ...box, y }, style) + GAP;
}

/** Adds one page with a badge; `poster` is drawn at the top of an A6 page. */
export function drawBadge(pdf: Pdf, page: BadgePage, size: BatchSize, poster: string | null): void {
  const { margin, qr, poster: posterHeight } = LAYOUT[size];
  const [width, height] = [points(BADGE_SIZES[size].width), points(BADGE_SIZES[size].height)];
  const [edge, side, gap] = [points(margin), points(qr), points(margin === 2 ? 2 : 3)];
  pdf.addPage({ size: [width, height], margin: 0 });
  const inside = { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge };
  if (size !== "a6") {
    drawTexts(pdf, page, size, { ...inside, width: inside.width - side - gap });
    return drawQr(pdf, page.code, width - edge - side, (height - side) / 2, side);
  }
  const top = poster ? points(posterHeight) + gap : 0;
  if (poster) pdf.image(poster, inside.x, inside.y, { width: inside.width, height: points(posterHeight) });
  drawTexts(pdf, page, size, { ...inside, y: inside.y + top, height: inside.height - top - side - gap });
  drawQr(pdf, page.code, (width - side) / 2, height - edge - side, side);
}

export type WindscreenPage = {
  /** Text of the QR code: the entrance, or the page of votes. */
  qr: string;
  event: string;
  /** Code of the registration, which is read from a distance. */
  number: string;
  car: string;
  kind: string;
};

/** Millimetres. */
const WINDSCREEN = { margin: 10, qr: 52 };
const LARGEST_NUMBER = 110;

/** Adds one page with the card for the windscreen of a car. */
export function drawWindscreen(pdf: Pdf, page: WindscreenPage): void {
  const [width, height] = [points(BADGE_SIZES.windscreen.width), points(BADGE_SIZES.windscreen.height)];
  const [edge, side] = [points(WINDSCREEN.margin), points(WINDSCREEN.qr)];
  const whole = { x: edge, y: edge, width: width - 2 * edge };
  const style = (size: number) => ({ font: "display", size, leading: 1.05 }) as const;
  const draw = (block: Block, box: typeof whole) =>
    drawLines(pdf, fittingLines(pdf, block, box.width), box, block.style) + GAP;
  pdf.addPage({ size: [width, height], margin: 0 });
  const top = draw({ text: page.event.toUpperCase(), style: style(16), most: 1 }, whole);
  let size = LARGEST_NUMBER;
  while (size > SMALLEST_NAME && linesOf(pdf, page.number, style(size), whole.width).length > 1) size -= 1;
  const lower = height - edge - side;
  const number = style(size);
  const free = lower - edge - top - heightOf(1, number);
  drawLines(pdf, [page.number], { ...whole, y: edge + top + Math.max(free, 0) / 2 }, number);
  drawQr(pdf, page.qr, width - edge - side, lower, side);
  const beside = { x: edge, y: lower, width: whole.width - side - edge };
  const below = draw({ text: page.car, style: style(34), most: 2 }, beside);
  draw({ text: page.kind, style: style(22), most: 2 }, { ...beside, y: lower + below });
}

/** Pixels of the poster at 200 dots per inch. */
export const POSTER_PIXELS = { width: 748, height: 236 } as const;
