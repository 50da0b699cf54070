"use client";

import { ImageDown } from "lucide";
import { useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type Badge = { qr: string; event: string; name: string; lines: readonly string[] };
type Props = Badge & { label: string; failed: string };

const WIDTH = 1080;
const HEIGHT = 1920;
const MARGIN = 80;
const ROOM = WIDTH - 2 * MARGIN;
const LINE_HEIGHT = 1.2;

/** Words in lines that fit the width; a longer word has a line of its own. */
function wrapped(context: CanvasRenderingContext2D, text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = [lines.at(-1), word].filter(Boolean).join(" ");
    if (lines.length > 0 && context.measureText(longer).width <= ROOM) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Draws a centred text below `top` in at most `most` lines, smaller where it is longer; returns its lower end. */
function write(
  context: CanvasRenderingContext2D,
  text: string,
  { top, size, most }: { top: number; size: number; most: number },
): number {
  const font = getComputedStyle(document.body).fontFamily;
  const fits = (lines: string[]) =>
    lines.length <= most && lines.every((line) => context.measureText(line).width <= ROOM);
  let height = size;
  context.font = `bold ${height}px ${font}`;
  let lines = wrapped(context, text);
  while (!fits(lines) && height > 20) {
    height -= 4;
    context.font = `bold ${height}px ${font}`;
    lines = wrapped(context, text);
  }
  lines.forEach((line, index) => context.fillText(line, WIDTH / 2, top + height * (1 + index * LINE_HEIGHT)));
  return top + height * lines.length * LINE_HEIGHT;
}

async function draw({ qr, event, name, lines }: Badge): Promise<Blob | null> {
  const picture = new Image();
  picture.src = qr;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) return null;
  // White paper and black ink in both themes: a reader at the gate needs the contrast.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = "#000000";
  context.textAlign = "center";
  let top = write(context, event, { top: 90, size: 52, most: 2 });
  top = write(context, name, { top: top + 50, size: 104, most: 3 });
  for (const line of lines.filter(Boolean)) top = write(context, line, { top: top + 20, size: 48, most: 2 });
  const side = Math.min(ROOM, HEIGHT - MARGIN - top - 40);
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, (WIDTH - side) / 2, HEIGHT - MARGIN - side, side, side);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Saves the badge as a picture for the phone, which opens without a connection. */
export function BadgeImage({ label, failed, ...badge }: Props) {
  const hydrated = useHydrated();
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    const file = await draw(badge).catch(() => null);
    setFailed(!file);
    if (!file) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "cracha.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <>
      <Button variant="outline" disabled={!hydrated} onClick={() => void save()}>
        <Icon of={ImageDown} /> {label}
      </Button>
      {hasFailed && <span role="alert">{failed}</span>}
    </>
  );
}
