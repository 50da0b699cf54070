import { writeFile } from "node:fs/promises";
import { chromium, type Browser } from "@playwright/test";
import QRCode from "qrcode";
import sharp from "sharp";
import { BROWSER } from "./browser";

const [WIDTH, HEIGHT] = [640, 480];

/** A video that shows a QR code, as a file that Chromium plays in place of a camera. */
async function writeVideo(file: string, text: string): Promise<void> {
  const code = await QRCode.toBuffer(text, { margin: 4, width: 420 });
  const light = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#b0b0b0" } })
    .composite([{ input: code }])
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), light, colour]);
  await writeFile(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame]));
}

/** A browser whose camera shows a QR code with this text. */
export async function launchWithCamera(file: string, text: string): Promise<Browser> {
  await writeVideo(file, text);
  return chromium.launch({
    ...BROWSER,
    args: [
      ...BROWSER.args,
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
}
