import type { Biome } from "@/lib/postcards/rules";

type Props = { biome: string | null; slug: string; alt: string; className?: string; priority?: boolean };

/** Address of a place's postcard: SVG for pages, PNG (1200 × 630) for share images. */
export function postcardPath(biome: string | null, slug: string, format: "svg" | "png" = "svg"): string {
  const drawn: Biome = (biome as Biome | null) ?? "mata-atlantica";
  return `/cartao-postal/${drawn}~${slug}.${format}`;
}

/** The picture of everything that has no photo yet. */
export function Postcard({ biome, slug, alt, className, priority }: Props) {
  return (
    <img
      src={postcardPath(biome, slug)}
      alt={alt}
      width={1200}
      height={800}
      className={className}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
    />
  );
}
