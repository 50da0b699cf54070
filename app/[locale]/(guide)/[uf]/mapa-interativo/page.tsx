import type { Metadata } from "next";
import { AtlasPage, atlasMetadata } from "../../atlas-page";
import { stateOf } from "../state-of";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const state = stateOf((await params).uf);
  return state;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return atlasMetadata(await load(params));
}

export default async function StateMapPage({ params }: Props) {
  return <AtlasPage state={await load(params)} />;
}
