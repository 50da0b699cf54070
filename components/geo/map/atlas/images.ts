import type { IconNode } from "lucide";
import { iconNamed } from "@/components/ui/named-icons";
import { shieldOf } from "@/components/ui/shield";

/** Images are drawn when the map requests them by name, because its style has no sprite. */
const RATIO = 2;
const PIN = 28;
const FONT = () =>
  `${getComputedStyle(document.documentElement).getPropertyValue("--font-barlow-display").trim() || "Arial Narrow"}, sans-serif`;

export type ImageColors = { surface: string; text: string; faixa: string; faixaInk: string };

export const pinImage = (theme: string, color: string, icon: string, isApproximate: boolean) =>
  `pin|${theme}|${color}|${icon}|${isApproximate ? "dashed" : "solid"}`;
export const nameImage = (theme: string, name: string) => `name|${theme}|${name.replaceAll("|", " ")}`;
export const shieldPrefix = (theme: string) => `shield|${theme}|`;
export const clusterPrefix = (theme: string) => `cluster|${theme}|`;

/** The image for a name made by the functions above; null for any other name. */
export function drawImage(id: string, colors: ImageColors): ImageData | null {
  const [kind, , ...rest] = id.split("|");
  if (kind === "pin") return drawPin(rest, colors);
  if (kind === "shield") return drawShield(rest[0] ?? "");
  if (kind === "cluster") return drawCluster(rest[0] ?? "", colors);
  return kind === "name" ? drawName(rest[0] ?? "", colors) : null;
}

export const IMAGE_OPTIONS = { pixelRatio: RATIO };

function paint(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): ImageData | null {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width) * RATIO;
  canvas.height = Math.ceil(height) * RATIO;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.scale(RATIO, RATIO);
  draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** A pin: the layer's colour with a white icon; a dashed yellow border when the position is not confirmed. */
function drawPin([color = "gray", icon = "", edge = ""]: readonly string[], colors: ImageColors): ImageData | null {
  return paint(PIN, PIN, (context) => {
    const plate = new Path2D();
    plate.roundRect(2, 2, PIN - 4, PIN - 4, 7);
    context.fillStyle = color;
    context.fill(plate);
    context.lineWidth = 2;
    context.strokeStyle = edge === "dashed" ? colors.faixa : colors.surface;
    if (edge === "dashed") context.setLineDash([4, 3]);
    context.stroke(plate);
    context.setLineDash([]);
    context.translate(6, 6);
    context.scale(16 / 24, 16 / 24);
    context.strokeStyle = "#ffffff";
    context.lineWidth = 2.4;
    context.lineCap = "round";
    context.lineJoin = "round";
    for (const node of iconNamed(icon)) context.stroke(pathOf(node));
  });
}

/** One shape of a lucide icon as a canvas path. */
function pathOf([tag, attributes]: IconNode[number]): Path2D {
  const at = (name: string) => Number(attributes[name] ?? 0);
  const path = new Path2D(tag === "path" ? String(attributes.d) : undefined);
  if (tag === "circle") path.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
  if (tag === "rect") path.roundRect(at("x"), at("y"), at("width"), at("height"), at("rx"));
  if (tag === "line") {
    path.moveTo(at("x1"), at("y1"));
    path.lineTo(at("x2"), at("y2"));
  }
  return path;
}

/** A yellow disc with the number of points in the cluster. */
function drawCluster(count: string, colors: ImageColors): ImageData | null {
  const size = 34 + 4 * Math.min(count.length, 4);
  return paint(size, size, (context) => {
    context.beginPath();
    context.arc(size / 2, size / 2, size / 2 - 3, 0, 2 * Math.PI);
    context.fillStyle = colors.faixa;
    context.fill();
    context.lineWidth = 3;
    context.strokeStyle = colors.surface;
    context.stroke();
    context.fillStyle = colors.faixaInk;
    context.font = `700 17px ${FONT()}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(count, size / 2, size / 2 + 1);
  });
}

const SHIELD = 26;

/** The shield of a road: federal roads have a pointed one, as beside the road; the same in both themes. */
function drawShield(road: string): ImageData | null {
  const shield = shieldOf(road.split(/[;,/]/)[0] ?? "");
  // A name such as "Estrada Vicinal" has no shield; without any image the map would warn about it.
  if (!shield) return paint(1, 1, () => undefined);
  const box = 64;
  return paint(SHIELD, SHIELD, (context) => {
    const plate = new Path2D(shield.outline);
    context.scale(SHIELD / box, SHIELD / box);
    context.lineJoin = "round";
    context.strokeStyle = "#ffffff";
    context.lineWidth = 8;
    context.stroke(plate);
    context.fillStyle = "#ffffff";
    context.fill(plate);
    context.strokeStyle = "#182235";
    context.lineWidth = 4;
    context.stroke(plate);
    context.fillStyle = "#182235";
    context.textAlign = "center";
    context.font = `700 15px ${FONT()}`;
    context.fillText(shield.network, box / 2, 22, 46);
    context.font = `700 26px ${FONT()}`;
    context.fillText(shield.number, box / 2, 46, 46);
  });
}

const NAME_FONT_PX = 15;
const MAX_LETTERS = 34;

/** A name with a halo, as on printed maps. */
function drawName(name: string, colors: ImageColors): ImageData | null {
  const text = name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1).trimEnd()}…` : name;
  const font = `600 ${NAME_FONT_PX}px ${FONT()}`;
  const ruler = document.createElement("canvas").getContext("2d");
  if (!ruler) return null;
  ruler.font = font;
  return paint(ruler.measureText(text).width + 8, NAME_FONT_PX + 8, (context) => {
    context.font = font;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.strokeStyle = colors.surface;
    context.strokeText(text, 4, NAME_FONT_PX / 2 + 4);
    context.fillStyle = colors.text;
    context.fillText(text, 4, NAME_FONT_PX / 2 + 4);
  });
}
