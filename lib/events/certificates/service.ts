import "server-only";
import { pictureKey } from "../../platform/media/rules";
import { env } from "../../platform/env";
import { localePath } from "../../platform/i18n/routing";
import { drawLines, drawQr, linesOf, pdfPicture, type Pdf } from "../../platform/pdf";
import { reportError } from "../../platform/report";
import { createPublicClient } from "../../platform/supabase/public";
import { certificatePath, fieldText, fittedSize, PAGE, type CertificateField } from "./rules";
import type { PrintedCertificate } from "./schema";
import sharp from "../../platform/sharp";

/** Pixels of the width of an A4 page at 200 dots per inch. */
const BACKGROUND_WIDTH = 2339;
const FRAME = "#f7b733";
const INK = "#182235";
/** Distance of the line of a signature from its text. */
const SIGNATURE_GAP = 5;

/** The picture behind the texts as JPEG, because the PDF library reads no WebP; null when it cannot be read. */
async function readBackground(address: string): Promise<string | null> {
  const key = pictureKey(address);
  if (!key) return null;
  const { data, error } = await createPublicClient(null).storage.from("media").download(key);
  if (error) reportError("certificate background", error);
  if (!data) return null;
  const picture = sharp(Buffer.from(await data.arrayBuffer()))
    .resize({ width: BACKGROUND_WIDTH, withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 85 });
  return pdfPicture(await picture.toBuffer());
}

/** Draws certificates into one document; a background that several of them have is read and stored once. */
export function certificatePrinter(pdf: Pdf): (certificate: PrintedCertificate) => Promise<void> {
  const backgrounds = new Map<string, string | null>();
  return async (certificate) => {
    const { background } = certificate;
    if (background && !backgrounds.has(background)) backgrounds.set(background, await readBackground(background));
    drawPage(pdf, certificate, (background && backgrounds.get(background)) || null);
  };
}

function drawPage(pdf: Pdf, certificate: PrintedCertificate, background: string | null): void {
  pdf.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
  if (background) pdf.image(background, 0, 0, { cover: [PAGE.width, PAGE.height], align: "center", valign: "center" });
  else {
    pdf
      .lineWidth(3)
      .rect(23.5, 23.5, PAGE.width - 47, PAGE.height - 47)
      .stroke(FRAME);
    pdf
      .lineWidth(0.75)
      .rect(30, 30, PAGE.width - 60, PAGE.height - 60)
      .stroke(INK);
  }
  for (const field of certificate.fields) drawField(pdf, field, certificate);
}

function drawField(pdf: Pdf, field: CertificateField, { code, language, values }: PrintedCertificate): void {
  const [x, y, width] = [(PAGE.width * field.x) / 100, (PAGE.height * field.y) / 100, (PAGE.width * field.width) / 100];
  if (field.kind === "qr") {
    pdf.rect(x, y, width, width).fill("#ffffff");
    const margin = width * 0.06;
    const address = env.NEXT_PUBLIC_SITE_URL + localePath(language, certificatePath(code));
    return drawQr(pdf, address, x + margin, y + margin, width - 2 * margin);
  }
  const isSignature = field.kind === "signature";
  if (isSignature)
    pdf
      .lineWidth(1)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke(INK);
  const text = fieldText(field, values);
  const style = { font: field.bold ? "display" : "text", size: fittedSize(field, text), align: field.align } as const;
  drawLines(pdf, linesOf(pdf, text, style, width), { x, y: y + (isSignature ? SIGNATURE_GAP : 0), width }, style);
}
