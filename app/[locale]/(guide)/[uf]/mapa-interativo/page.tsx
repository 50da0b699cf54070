import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { AtlasPage, atlasMetadata } from "../../atlas-page";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const state = stateOfSegment((await params).uf);
  if (!state) notFound();
  return state;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return atlasMetadata(await load(params));
}

export default async function StateMapPage({ params }: Props) {
  return <AtlasPage state={await load(params)} />;
}
