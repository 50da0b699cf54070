import type { Metadata } from "next";
import { PostArticle, postMetadata } from "../../../post-article";

type Props = { params: Promise<{ slug: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return postMetadata({ uf: null, ...(await params) });
}

export default async function PostPage({ params }: Props) {
  return <PostArticle uf={null} {...await params} />;
}
