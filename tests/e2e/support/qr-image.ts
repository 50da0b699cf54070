import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { Locator } from "./test";

const WASM = path.resolve(import.meta.dirname, "../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: readFileSync(WASM).buffer } });

/** The text of the QR code in an image with a data address. */
export async function textOfQrCode(image: Locator): Promise<string> {
  const address = (await image.getAttribute("src")) ?? "";
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
  const picture = await sharp(bytes, { density: 300 })
    .resize({ width: 800 })
    .flatten({ background: "#fff" })
    .png()
    .toBuffer();
  const [code] = await readBarcodes(new Uint8Array(picture), { formats: ["QRCode"] });
  if (!code) throw new Error("the image contains no QR code");
  return code.text;
}
