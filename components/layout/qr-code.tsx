import QRCode from "qrcode";

/** Pixels and error correction of the footer's codes (specification, section 9). */
const SIZE = 112;

/** A QR code drawn as inline SVG on the server; black on white in both themes so that any phone reads it. */
export async function QrCode({ value, alt, caption }: { value: string; alt: string; caption: string }) {
  const svg = await QRCode.toString(value, { type: "svg", errorCorrectionLevel: "H", margin: 2, width: SIZE });
  return (
    <figure className="w-28 text-center">
      <img src={`data:image/svg+xml,${encodeURIComponent(svg.trim())}`} alt={alt} width={SIZE} height={SIZE} loading="lazy" className="rounded-lg" />
      <figcaption className="mt-1 text-xs text-muted">{caption}</figcaption>
    </figure>
  );
}
