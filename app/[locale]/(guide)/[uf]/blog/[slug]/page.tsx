import type { Metadata } from "next";
import { PostArticle, postMetadata } from "../../../post-article";

type Props = { params: Promise<{ uf: string; slug: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return postMetadata(await params);
}

export default async function StatePostPage({ params }: Props) {
  return <PostArticle {...await params} />;
}
