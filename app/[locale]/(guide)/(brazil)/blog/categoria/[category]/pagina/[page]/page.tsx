import type { Metadata } from "next";
import { furtherPage } from "../../../../../../blog-pages";
import { PostList, postListMetadata } from "../../../../../../post-list";

type Props = { params: Promise<{ category: string; page: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return postListMetadata(await furtherPage(await params));
}

export default async function FurtherCategoryPage({ params }: Props) {
  return <PostList {...await furtherPage(await params)} />;
}
