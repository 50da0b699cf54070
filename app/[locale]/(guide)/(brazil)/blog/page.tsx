import type { Metadata } from "next";
import { PostList, postListMetadata } from "../../post-list";

const VIEW = { uf: null, page: 1 };

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  return postListMetadata(VIEW);
}

export default function BlogPage() {
  return <PostList {...VIEW} />;
}
