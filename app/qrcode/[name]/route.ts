import QRCode from "qrcode";
import { env } from "@/lib/platform/env";
import { getSettings } from "@/lib/settings/queries";

/** The specification's footer QR codes: 112 px, highest error correction. */
const OPTIONS = { type: "svg", errorCorrectionLevel: "H", margin: 2, width: 112 } as const;

/** The two QR codes of the footer: the event-publishing page and the social network. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  const { social_instagram } = await getSettings();
  const target =
    name === "publicar-evento.svg"
      ? `${env.NEXT_PUBLIC_SITE_URL}/publicar-evento`
      : name === "rede-social.svg"
        ? social_instagram
        : "";
  if (!target) return new Response("Not found", { status: 404 });
  const svg = await QRCode.toString(target, OPTIONS);
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    },
  });
}
