import type { PrintedCertificate } from "@/lib/certificates/schema";
import { certificatePrinter } from "@/lib/certificates/service";
import { openPdf } from "@/lib/platform/pdf";

/** A certificate as PDF; the caller has checked the access. */
export async function certificateFile(certificate: PrintedCertificate): Promise<Response> {
  const { pdf, bytes } = openPdf(certificate.values.event);
  await certificatePrinter(pdf)(certificate);
  pdf.end();
  return new Response(new Uint8Array(await bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="certificado-${certificate.code}.pdf"`,
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
  });
}
