import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { tagOfSegment } from "@/lib/guide/blog/rules";
import { PostList, postListMetadata } from "../../../../post-list";

type Props = { params: Promise<{ tag: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function viewOf(params: Props["params"]) {
  const tag = tagOfSegment((await params).tag);
  if (tag === null) notFound();
  return { uf: null, tag, page: 1 };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return postListMetadata(await viewOf(params));
}

export default async function TagPage({ params }: Props) {
  return <PostList {...await viewOf(params)} />;
}
