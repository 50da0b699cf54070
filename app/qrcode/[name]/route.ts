import QRCode from "qrcode";
import { env } from "@/lib/platform/env";
import { getSettingsWithExamples } from "@/lib/platform/settings/queries";

/** The specification's footer QR codes: 112 px, highest error correction. */
const OPTIONS = { type: "svg", errorCorrectionLevel: "H", margin: 2, width: 112 } as const;

/**
 * The two QR codes of the footer: the event-publishing page and the social network.
 * A page rendered before the network was removed from the settings still requests its code and gets the portal's address.
 */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }) {
  const target = await addressOf((await params).name);
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

async function addressOf(name: string): Promise<string | null> {
  const site = env.NEXT_PUBLIC_SITE_URL;
  if (name === "publicar-evento.svg") return `${site}/publicar-evento`;
  if (name === "rede-social.svg") return (await getSettingsWithExamples()).social_instagram || site;
  return null;
}
