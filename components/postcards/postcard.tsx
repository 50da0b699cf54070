import { composePostcard, type Biome } from "@/lib/postcards/rules";

type Props = { biome: string | null; slug: string; alt: string; className?: string; priority?: boolean };

/** Address of a place's postcard: SVG for pages, PNG (1200 × 630) for share images. */
export function postcardPath(biome: string | null, slug: string, format: "svg" | "png" = "svg"): string {
  const drawn: Biome = (biome as Biome | null) ?? "mata-atlantica";
  return `/cartao-postal/${drawn}~${slug}.${format}`;
}

/** The drawing inside the page; only what an address between double quotes cannot hold is encoded. */
function postcardData(biome: string | null, slug: string): string {
  const svg = composePostcard({ slug, biome: (biome as Biome | null) ?? "mata-atlantica" });
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll(/[%#<>\n]/g, encodeURIComponent)}`;
}

/** The picture of everything that has no photo yet; with `priority` it comes inside the page and waits for no request. */
export function Postcard({ biome, slug, alt, className, priority }: Props) {
  const file = priority ? { src: postcardData(biome, slug) } : ({ src: postcardPath(biome, slug), loading: "lazy", decoding: "async" } as const);
  return <img {...file} alt={alt} width={1200} height={800} className={className} />;
}
