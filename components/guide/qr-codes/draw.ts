import { barsOf, type ErrorLevel, type QrModules } from "@/lib/guide/qr-codes/rules";

export type QrStyle = { dark: string; light: string; level: ErrorLevel };
export type QrDrawing = QrStyle & { modules: QrModules };

/** The quiet zone that scanners need around a code, in modules. */
export const MARGIN = 4;

/** Creates a QR code; the encoder is loaded with the first one. Throws when the text does not fit. */
export async function encode(text: string, look: QrStyle): Promise<QrDrawing> {
  const { create } = await import("qrcode");
  const { size, data } = create(text, { errorCorrectionLevel: look.level }).modules;
  return { ...look, modules: { size, isDark: (row, column) => data[row * size + column] === 1 } };
}

/** The code as an SVG. */
export function svgOf({ modules, dark, light }: QrDrawing, pixels: number, title: string): string {
  const side = modules.size + 2 * MARGIN;
  const path = barsOf(modules)
    .map(({ x, y, width }) => `M${x + MARGIN} ${y + MARGIN}h${width}v1h-${width}z`)
    .join("");
  const name = title.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;" })[sign] ?? "&gt;");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${pixels}" height="${pixels}" shape-rendering="crispEdges" role="img"><title>${name}</title><path fill="${light}" d="M0 0h${side}v${side}H0z"/><path fill="${dark}" d="${path}"/></svg>`;
}

/** The code as a PNG of about the given width: every module is a whole number of pixels. */
export function pngOf({ modules, dark, light }: QrDrawing, pixels: number): Promise<Blob> {
  const side = modules.size + 2 * MARGIN;
  const scale = Math.max(1, Math.round(pixels / side));
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side * scale;
  const context = canvas.getContext("2d")!;
  context.fillStyle = light;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = dark;
  for (const { x, y, width } of barsOf(modules))
    context.fillRect((x + MARGIN) * scale, (y + MARGIN) * scale, width * scale, scale);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
