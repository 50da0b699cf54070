import type { Metadata } from "next";
import { AtlasPage, atlasMetadata } from "../../atlas-page";
import { stateOfPage } from "../state-of";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return atlasMetadata(await stateOfPage(params));
}

export default async function StateMapPage({ params }: Props) {
  return <AtlasPage state={await stateOfPage(params)} />;
}
