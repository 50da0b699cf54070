import type { Metadata } from "next";
import { PostList, postListMetadata } from "../../../../post-list";

type Props = { params: Promise<{ uf: string; category: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return postListMetadata({ ...(await params), page: 1 });
}

export default async function StateCategoryPage({ params }: Props) {
  return <PostList {...await params} page={1} />;
}
