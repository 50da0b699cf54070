import type { Metadata } from "next";
import { RegionList, regionListMetadata } from "./region-list";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return regionListMetadata({ uf: (await params).uf, page: 1 });
}

export default async function RegionsPage({ params }: Props) {
  return <RegionList uf={(await params).uf} page={1} />;
}
