import { composePostcard, postcardName, postcardOf, type Postcard as Card } from "@/lib/guide/postcards/rules";

type Props = {
  biome: string | null;
  slug: string;
  motifs?: Card["motifs"];
  alt: string;
  className?: string;
  priority?: boolean;
};

const cardOf = (biome: string | null, slug: string, motifs: Card["motifs"] = []): Card => ({
  ...postcardOf({ biome, slug }),
  motifs,
});

/** Address of a place's postcard: SVG for pages, PNG (1200 × 630) for share images. */
export function postcardPath(
  biome: string | null,
  slug: string,
  format: "svg" | "png" = "svg",
  motifs?: Card["motifs"],
): string {
  return `/cartao-postal/${postcardName(cardOf(biome, slug, motifs))}.${format}`;
}

/** The image as a data URL; only characters that are not allowed in a quoted attribute are encoded. */
function postcardData(card: Card): string {
  return `data:image/svg+xml,${composePostcard(card)
    .replaceAll('"', "'")
    .replaceAll(/[%#<>\n]/g, encodeURIComponent)}`;
}

/** Image for content without a photo; with `priority` it is inlined, so that it needs no request. */
export function Postcard({ biome, slug, motifs, alt, className, priority }: Props) {
  const file = priority
    ? { src: postcardData(cardOf(biome, slug, motifs)) }
    : ({ src: postcardPath(biome, slug, "svg", motifs), loading: "lazy", decoding: "async" } as const);
  return <img {...file} alt={alt} width={1200} height={800} className={className} />;
}
