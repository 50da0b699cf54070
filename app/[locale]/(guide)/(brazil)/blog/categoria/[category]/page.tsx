import type { Metadata } from "next";
import { PostList, postListMetadata } from "../../../../post-list";

type Props = { params: Promise<{ category: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return postListMetadata({ uf: null, ...(await params), page: 1 });
}

export default async function CategoryPage({ params }: Props) {
  return <PostList uf={null} {...await params} page={1} />;
}
