import type { ShownPicture } from "@/lib/media/queries";

type PhotoProps = { picture: ShownPicture; priority?: boolean; className?: string };

/** A picture of the site in its own proportions. */
export function Photo({ picture: { path, alt, width, height }, priority, className }: PhotoProps) {
  const timing = priority ? ({ fetchPriority: "high" } as const) : ({ loading: "lazy", decoding: "async" } as const);
  return <img src={path} alt={alt} width={width} height={height} className={className} {...timing} />;
}

/** Whose picture it is and what may be done with it. */
export function creditOf({ credit, licence }: ShownPicture): string {
  return [credit, licence].filter(Boolean).join(" · ");
}
