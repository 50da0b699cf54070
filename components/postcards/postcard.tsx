import { composePostcard, type Biome } from "@/lib/postcards/rules";

type Props = { biome: string | null; slug: string; alt: string; className?: string; priority?: boolean };

const drawnBiome = (biome: string | null) => (biome as Biome | null) ?? "mata-atlantica";

/** Address of a place's postcard: SVG for pages, PNG (1200 × 630) for share images. */
export function postcardPath(biome: string | null, slug: string, format: "svg" | "png" = "svg"): string {
  return `/cartao-postal/${drawnBiome(biome)}~${slug}.${format}`;
}

const ESCAPED: Record<string, string> = { '"': "'", "#": "%23", "<": "%3C", ">": "%3E" };

/** The drawing itself as an address: the first picture of a page is there with the HTML, without a request. */
function postcardData(biome: string | null, slug: string): string {
  return `data:image/svg+xml,${composePostcard({ slug, biome: drawnBiome(biome) }).replace(/["#<>]/g, (sign) => ESCAPED[sign]!)}`;
}

/** The picture of everything that has no photo yet. */
export function Postcard({ biome, slug, alt, className, priority }: Props) {
  return (
    <img
      src={priority ? postcardData(biome, slug) : postcardPath(biome, slug)}
      alt={alt}
      width={1200}
      height={800}
      className={className}
      loading={priority ? "eager" : "lazy"}
      decoding={priority ? "sync" : "async"}
    />
  );
}
