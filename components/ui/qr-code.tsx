import type { ReactNode } from "react";

/** Pixels of the footer's codes (specification, section 9). */
const SIZE = 112;

/** A QR code as a separate image file, so that no page contains its SVG. */
export function QrCode({
  name,
  alt,
  caption,
  children,
}: {
  name: "publicar-evento" | "rede-social";
  alt: string;
  caption: string;
  /** Below the caption. */
  children?: ReactNode;
}) {
  return (
    <figure className="w-28 text-center">
      <img src={`/qrcode/${name}.svg`} alt={alt} width={SIZE} height={SIZE} loading="lazy" className="rounded-lg" />
      <figcaption className="mt-1 text-xs text-muted">
        {caption}
        {children}
      </figcaption>
    </figure>
  );
}
