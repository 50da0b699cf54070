import SignaturePad, { type PointGroup } from "signature_pad";

/** A signature as strokes with the width of the pad, so that it can be redrawn at any size. */
export type Drawing = { width: number; strokes: PointGroup[] };

/** Height of a pad as a fraction of its width. */
export const PAD_RATIO = 0.4;
const PNG_WIDTH = 900;

/** Strokes scaled by a factor, for a pad of another width. */
export function scaled(strokes: readonly PointGroup[], factor: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    dotSize: stroke.dotSize * factor,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    points: stroke.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }));
}

/** The signature as a black-on-white PNG whose size does not depend on the pad. */
export function drawPng({ width, strokes }: Drawing): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = PNG_WIDTH;
  canvas.height = PNG_WIDTH * PAD_RATIO;
  const pad = new SignaturePad(canvas, { backgroundColor: "#ffffff" });
  pad.fromData(scaled(strokes, PNG_WIDTH / width));
  pad.off();
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no canvas"))), "image/png"),
  );
}
