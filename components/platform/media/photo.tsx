import type { ListedPicture } from "@/lib/platform/media/queries";

type PhotoProps = { picture: ListedPicture; priority?: boolean; className?: string };

/** An image of the site with its own aspect ratio. */
export function Photo({ picture: { path, alt, width, height }, priority, className }: PhotoProps) {
  const timing = priority ? ({ fetchPriority: "high" } as const) : ({ loading: "lazy", decoding: "async" } as const);
  return <img src={path} alt={alt} width={width} height={height} className={className} {...timing} />;
}

/** Author and licence of a picture as text. */
export function creditOf({ credit, licence }: ListedPicture): string {
  return [credit, licence].filter(Boolean).join(" · ");
}
