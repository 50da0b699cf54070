import { coverPhoto } from "@/lib/guide/blog/rules";
import { Postcard, postcardPath } from "../postcards/postcard";

type Props = {
  post: { slug: string; biome: string | null; cover_url: string | null };
  alt: string;
  className?: string;
  priority?: boolean;
};

/** Share image of a post: its photo, or its postcard as PNG. */
export const postImage = (post: Props["post"]) =>
  coverPhoto(post.cover_url) ?? postcardPath(post.biome, post.slug, "png");

/** The photo of a post, or its postcard when there is none. */
export function PostPicture({ post, alt, className, priority }: Props) {
  const photo = coverPhoto(post.cover_url);
  if (!photo)
    return <Postcard biome={post.biome} slug={post.slug} alt={alt} className={className} priority={priority} />;
  const timing = priority ? ({ fetchPriority: "high" } as const) : ({ loading: "lazy", decoding: "async" } as const);
  return <img src={photo} alt={alt} width={1200} height={800} className={className} {...timing} />;
}
