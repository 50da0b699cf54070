import type { PrintedCertificate } from "@/lib/events/certificates/schema";
import { certificatePrinter } from "@/lib/events/certificates/service";
import { runCostly, type Caller } from "@/lib/platform/costs";
import { openPdf } from "@/lib/platform/pdf";

/** A certificate as PDF; the caller has checked the access. */
export async function certificateFile(certificate: PrintedCertificate, by: Caller): Promise<Response> {
  const file = await runCostly("drawing", { ...by, points: 1, isShort: true }, async () => {
    const { pdf, bytes } = openPdf(certificate.values.event);
    await certificatePrinter(pdf)(certificate);
    pdf.end();
    return new Uint8Array(await bytes);
  });
  return new Response(file, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="certificado-${certificate.code}.pdf"`,
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
  });
}
