import { composePostcard, type Biome } from "@/lib/postcards/rules";

type Props = { biome: string | null; slug: string; alt: string; className?: string; priority?: boolean };

/** Address of a place's postcard: SVG for pages, PNG (1200 × 630) for share images. */
export function postcardPath(biome: string | null, slug: string, format: "svg" | "png" = "svg"): string {
  const drawn: Biome = (biome as Biome | null) ?? "mata-atlantica";
  return `/cartao-postal/${drawn}~${slug}.${format}`;
}

/** The image as a data URL; only characters that are not allowed in a quoted attribute are encoded. */
function postcardData(biome: string | null, slug: string): string {
  const svg = composePostcard({ slug, biome: (biome as Biome | null) ?? "mata-atlantica" });
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll(/[%#<>\n]/g, encodeURIComponent)}`;
}

/** Image for content without a photo; with `priority` it is inlined, so that it needs no request. */
export function Postcard({ biome, slug, alt, className, priority }: Props) {
  const file = priority
    ? { src: postcardData(biome, slug) }
    : ({ src: postcardPath(biome, slug), loading: "lazy", decoding: "async" } as const);
  return <img {...file} alt={alt} width={1200} height={800} className={className} />;
}
